import { type Address, encodePacked, getContractAddress, keccak256, parseEther } from 'viem';
import { packagedArtifact } from '../stage/artifact.js';
import type { Stage } from '../stage/stage.js';
import { dollars } from './dollars.js';

export const NO_DEADLINE = 2n ** 48n;

/** Factory, router and two pairs; liquidity added, swaps both ways, ether in and out, liquidity removed, a sync. */
export function uniswapV2(stage: Stage): void {
  const [deployer, whale, alice, bob] = stage.cast('deployer', 'whale', 'alice', 'bob');
  const [weth, dollar] = [stage.contract('weth'), stage.contract('dollar')];
  const factory = stage.deploy(
    deployer,
    'v2 factory',
    packagedArtifact('@uniswap/v2-core/build/UniswapV2Factory.json'),
    [deployer.address],
  );
  const router = stage.deploy(
    deployer,
    'v2 router',
    packagedArtifact('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
    [factory.address, weth.address],
  );
  stage.block();

  const pairArtifact = packagedArtifact('@uniswap/v2-core/build/UniswapV2Pair.json');
  const pairOf = (a: Address, b: Address) => {
    const sorted = BigInt(a) < BigInt(b) ? ([a, b] as const) : ([b, a] as const);
    const salt = keccak256(encodePacked(['address', 'address'], sorted));
    return getContractAddress({
      opcode: 'CREATE2',
      from: factory.address,
      salt,
      bytecode: pairArtifact.bytecode,
    });
  };
  stage.call(deployer, factory, 'createPair', [weth.address, dollar.address], {
    gas: 5_000_000n,
    label: 'v2 pair created',
  });
  const pair = stage.know('v2 pair', pairOf(weth.address, dollar.address), pairArtifact.abi);
  stage.block();

  stage.call(whale, dollar, 'approve', [router.address, dollars(20_000_000)]);
  stage.call(
    whale,
    router,
    'addLiquidityETH',
    [dollar.address, dollars(5_000_000), 0n, 0n, whale.address, NO_DEADLINE],
    { value: parseEther('2000'), label: 'v2 liquidity added' },
  );
  stage.block();

  stage.call(
    alice,
    router,
    'swapExactETHForTokens',
    [0n, [weth.address, dollar.address], alice.address, NO_DEADLINE],
    { value: parseEther('3'), label: 'v2 swap of ether' },
  );
  stage.call(bob, dollar, 'approve', [router.address, dollars(100_000)]);
  stage.call(
    bob,
    router,
    'swapExactTokensForETH',
    [dollars(2_500), 0n, [dollar.address, weth.address], bob.address, NO_DEADLINE],
    { label: 'v2 swap to ether' },
  );
  stage.call(
    bob,
    router,
    'swapExactTokensForETH',
    [dollars(2_500), parseEther('100'), [dollar.address, weth.address], bob.address, NO_DEADLINE],
    { fails: true, label: 'v2 swap out of bounds' },
  );
  stage.block();

  const token = stage.contract('minted token');
  stage.call(deployer, token, 'mint', [whale.address, parseEther('100000')]);
  stage.call(whale, token, 'approve', [router.address, parseEther('100000')]);
  stage.call(
    whale,
    router,
    'addLiquidity',
    [
      token.address,
      dollar.address,
      parseEther('50000'),
      dollars(100_000),
      0n,
      0n,
      whale.address,
      NO_DEADLINE,
    ],
    { gas: 6_000_000n, label: 'v2 second pair created' },
  );
  stage.know('v2 second pair', pairOf(token.address, dollar.address), pairArtifact.abi);
  stage.block();

  stage.call(bob, router, 'swapExactTokensForTokens', [
    dollars(900),
    0n,
    [dollar.address, token.address],
    bob.address,
    NO_DEADLINE,
  ]);
  stage.call(
    alice,
    router,
    'swapExactETHForTokens',
    [0n, [weth.address, dollar.address, token.address], alice.address, NO_DEADLINE],
    { value: parseEther('1'), label: 'v2 swap through two pairs' },
  );
  stage.block();

  stage.call(whale, pair, 'approve', [router.address, 2n ** 255n]);
  stage.call(
    whale,
    router,
    'removeLiquidityETH',
    [dollar.address, dollars(1_000), 0n, 0n, whale.address, NO_DEADLINE],
    { label: 'v2 liquidity removed' },
  );
  stage.call(alice, dollar, 'transfer', [pair.address, dollars(1)]);
  stage.call(alice, pair, 'sync', []);
  stage.block();
}
