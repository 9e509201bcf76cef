import { type Address, encodeAbiParameters, getContractAddress, keccak256, parseEther } from 'viem';
import { packagedArtifact } from '../stage/artifact.js';
import type { Stage } from '../stage/stage.js';
import { dollars } from './dollars.js';
import { NO_DEADLINE } from './uniswap-v2.js';

const FEE = 3_000;
const FULL_RANGE = 887_220;
const PERIPHERY = '@uniswap/v3-periphery/artifacts/contracts';

/**
 * Factory, one pool, a position as an NFT, swaps, and a position that is reduced and its tokens collected.
 */
export function uniswapV3(stage: Stage): void {
  const [deployer, whale, alice] = stage.cast('deployer', 'whale', 'alice');
  const [weth, dollar] = [stage.contract('weth'), stage.contract('dollar')];
  const factory = stage.deploy(
    deployer,
    'v3 factory',
    packagedArtifact('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
  );
  const positions = stage.deploy(
    deployer,
    'v3 positions',
    packagedArtifact(`${PERIPHERY}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`),
    [factory.address, weth.address, deployer.address],
  );
  const router = stage.deploy(
    deployer,
    'v3 router',
    packagedArtifact(`${PERIPHERY}/SwapRouter.sol/SwapRouter.json`),
    [factory.address, weth.address],
  );
  stage.block();

  const wethFirst = BigInt(weth.address) < BigInt(dollar.address);
  const [token0, token1] = wethFirst ? [weth.address, dollar.address] : [dollar.address, weth.address];
  const [amount0, amount1] = wethFirst
    ? [parseEther('100'), dollars(250_000)]
    : [dollars(250_000), parseEther('100')];
  const pool = packagedArtifact('@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json');
  stage.call(
    whale,
    positions,
    'createAndInitializePoolIfNecessary',
    [token0, token1, FEE, squareRoot((amount1 << 192n) / amount0)],
    { gas: 8_000_000n, label: 'v3 pool created' },
  );
  stage.know('v3 pool', poolAddress(factory.address, token0, token1, pool.bytecode), pool.abi);
  stage.block();

  stage.call(whale, weth, 'deposit', [], { value: parseEther('150') });
  stage.call(whale, weth, 'approve', [positions.address, parseEther('150')]);
  stage.call(whale, dollar, 'approve', [positions.address, dollars(300_000)]);
  stage.call(
    whale,
    positions,
    'mint',
    [
      {
        token0,
        token1,
        fee: FEE,
        tickLower: -FULL_RANGE,
        tickUpper: FULL_RANGE,
        amount0Desired: amount0,
        amount1Desired: amount1,
        amount0Min: 0n,
        amount1Min: 0n,
        recipient: whale.address,
        deadline: NO_DEADLINE,
      },
    ],
    { label: 'v3 position minted' },
  );
  stage.block();

  const swap = {
    fee: FEE,
    deadline: NO_DEADLINE,
    amountOutMinimum: 0n,
    sqrtPriceLimitX96: 0n,
    recipient: alice.address,
  };
  stage.call(
    alice,
    router,
    'exactInputSingle',
    [{ ...swap, tokenIn: weth.address, tokenOut: dollar.address, amountIn: parseEther('0.5') }],
    { value: parseEther('0.5'), label: 'v3 swap of ether' },
  );
  stage.call(alice, dollar, 'approve', [router.address, dollars(10_000)]);
  stage.call(
    alice,
    router,
    'exactInputSingle',
    [{ ...swap, tokenIn: dollar.address, tokenOut: weth.address, amountIn: dollars(700) }],
    { label: 'v3 swap to wrapped ether' },
  );
  stage.block();

  const most = 2n ** 128n - 1n;
  stage.call(whale, positions, 'decreaseLiquidity', [
    { tokenId: 1n, liquidity: 10n ** 12n, amount0Min: 0n, amount1Min: 0n, deadline: NO_DEADLINE },
  ]);
  stage.call(
    whale,
    positions,
    'collect',
    [{ tokenId: 1n, recipient: whale.address, amount0Max: most, amount1Max: most }],
    { label: 'v3 position collected' },
  );
  stage.block();
}

function poolAddress(factory: Address, token0: Address, token1: Address, bytecode: `0x${string}`): Address {
  const key = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }],
    [token0, token1, FEE],
  );
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt: keccak256(key), bytecode });
}

function squareRoot(value: bigint): bigint {
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (let next = (guess + value / guess) / 2n; next < guess; next = (guess + value / guess) / 2n)
    guess = next;
  return guess;
}
