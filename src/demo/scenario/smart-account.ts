import { type Address, encodeFunctionData, getContractAddress, type Hex, parseEther } from 'viem';
import { CREATE2_DEPLOYER } from '../genesis/genesis-contracts.js';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Contract, Stage } from '../stage/stage.js';
import { accountAbstraction } from './packages.js';
import { simpleAccountAddress } from './simple-account-address.js';
import { signedUserOperation } from './user-operation.js';

/** The salt with which EntryPoint 0.8 was deployed on mainnet. */
const ENTRY_POINT_SALT: Hex = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9';

/**
 * EntryPoint 0.8 at its mainnet address: an operation that creates its account, a sponsored one, and one
 * whose call fails.
 */
export async function smartAccount(stage: Stage): Promise<void> {
  const [deployer, bundler, judy, bob] = stage.cast('deployer', 'bundler', 'judy', 'bob');
  const entryPoint = stage.deployAt(deployer, 'entry point', accountAbstraction('EntryPoint'), {
    deployer: CREATE2_DEPLOYER,
    salt: ENTRY_POINT_SALT,
  });
  const factory = stage.deploy(deployer, 'account factory', accountAbstraction('SimpleAccountFactory'), [
    entryPoint.address,
  ]);
  const paymaster = stage.deploy(deployer, 'paymaster', ownArtifact('OpenPaymaster'));
  stage.block();

  const account = simpleAccountAddress(factory.address, judy.address, 0n);
  const accountAbi = accountAbstraction('SimpleAccount').abi;
  stage.know('smart account', account, accountAbi);
  stage.know('account implementation', getContractAddress({ from: factory.address, nonce: 1n }), accountAbi);
  stage.transfer(judy, account, parseEther('3'));
  stage.call(deployer, paymaster, 'fund', [entryPoint.address], {
    value: parseEther('2'),
    label: 'paymaster funded',
  });
  stage.block();

  const execute = (to: Address, value: bigint, data: Hex = '0x') =>
    encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [to, value, data] });
  const create = encodeFunctionData({
    abi: factory.abi,
    functionName: 'createAccount',
    args: [judy.address, 0n],
  });
  const handle = async (
    entry: Contract,
    nonce: bigint,
    callData: Hex,
    label: string,
    extra: { initCode?: Hex; paymasterAndData?: Hex } = {},
  ) => {
    const operation = await signedUserOperation(entry.address, judy, {
      sender: account,
      nonce,
      callData,
      ...extra,
    });
    stage.call(bundler, entry, 'handleOps', [[operation], bundler.address], { gas: 3_000_000n, label });
  };
  await handle(entryPoint, 0n, execute(bob.address, parseEther('0.25')), 'user operation that creates', {
    initCode: `${factory.address}${create.slice(2)}`,
  });
  stage.block();
  await handle(entryPoint, 1n, execute(bob.address, parseEther('0.01')), 'user operation sponsored', {
    paymasterAndData: `${paymaster.address}${PAYMASTER_GAS}`,
  });
  stage.block();
  await handle(entryPoint, 2n, execute(bob.address, parseEther('1000')), 'user operation failing inside');
  stage.block();
}

/** Verification and post-operation gas of a paymaster, 16 bytes each. */
const PAYMASTER_GAS = [100_000, 50_000].map((gas) => gas.toString(16).padStart(32, '0')).join('');
