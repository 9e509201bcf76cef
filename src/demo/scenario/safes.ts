import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  type Hex,
  keccak256,
  parseEther,
  zeroAddress,
} from 'viem';
import { SAFE_SINGLETON_FACTORY } from '../genesis/genesis-contracts.js';
import type { Actor } from '../stage/actor.js';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Contract, Stage } from '../stage/stage.js';
import { dollars } from './dollars.js';
import { safeContract } from './packages.js';
import { signedSafeTransaction } from './safe-signature.js';

const SALT_ZERO: Hex = `0x${'00'.repeat(32)}`;

/** Safe 1.4.1 at its mainnet addresses; two safes; payments; owners and threshold changed; a module enabled and used. */
export async function safes(stage: Stage): Promise<void> {
  const [deployer, alice, bob, carol, dave] = stage.cast('deployer', 'alice', 'bob', 'carol', 'dave');
  const through = { deployer: SAFE_SINGLETON_FACTORY, salt: SALT_ZERO };
  const singleton = stage.deployAt(deployer, 'safe singleton', safeContract('Safe'), through);
  const factory = stage.deployAt(
    deployer,
    'safe proxy factory',
    safeContract('proxies/SafeProxyFactory'),
    through,
  );
  const handler = stage.deployAt(
    deployer,
    'safe fallback handler',
    safeContract('handler/CompatibilityFallbackHandler'),
    through,
  );
  stage.block();

  const create = (from: Actor, name: string, owners: readonly Address[], threshold: bigint) => {
    const setup = encodeFunctionData({
      abi: singleton.abi,
      functionName: 'setup',
      args: [owners, threshold, zeroAddress, '0x', handler.address, zeroAddress, 0n, zeroAddress],
    });
    stage.call(from, factory, 'createProxyWithNonce', [singleton.address, setup, 1n], {
      label: `${name} created`,
    });
    return stage.know(name, safeAddress(factory.address, singleton.address, setup, 1n), singleton.abi);
  };
  const single = create(alice, 'safe of one', [alice.address], 1n);
  const joint = create(bob, 'safe of three', [bob.address, carol.address, dave.address], 2n);
  stage.block();

  stage.transfer(alice, single.address, parseEther('5'), { gas: 60_000n });
  stage.transfer(bob, joint.address, parseEther('8'), { gas: 60_000n });
  stage.call(alice, stage.contract('dollar'), 'transfer', [joint.address, dollars(1_000)]);
  stage.block();

  const nonces = new Map<Contract, bigint>();
  const execute = async (
    safe: Contract,
    signers: readonly Actor[],
    to: Address,
    data: Hex,
    label: string,
    value = 0n,
  ) => {
    const nonce = nonces.get(safe) ?? 0n;
    nonces.set(safe, nonce + 1n);
    const args = await signedSafeTransaction({ safe, signers, to, value, data, nonce });
    stage.call(signers[0]!, safe, 'execTransaction', args, { label });
  };
  const own = (safe: Contract, functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: safe.abi, functionName, args });

  await execute(single, [alice], bob.address, '0x', 'safe pays ether', parseEther('1'));
  const transfer = encodeFunctionData({
    abi: stage.contract('dollar').abi,
    functionName: 'transfer',
    args: [dave.address, dollars(250)],
  });
  await execute(joint, [bob, carol], stage.contract('dollar').address, transfer, 'safe pays dollars');
  stage.block();
  await execute(
    single,
    [alice],
    single.address,
    own(single, 'addOwnerWithThreshold', [bob.address, 2n]),
    'safe owner added',
  );
  await execute(
    joint,
    [carol, dave],
    joint.address,
    own(joint, 'changeThreshold', [3n]),
    'safe threshold changed',
  );
  stage.block();
  await execute(
    joint,
    [bob, carol, dave],
    joint.address,
    own(joint, 'removeOwner', [SENTINEL, bob.address, 1n]),
    'safe owner removed',
  );
  stage.block();
  const module = stage.deploy(deployer, 'safe module', ownArtifact('SafeModule'));
  await execute(
    joint,
    [dave],
    joint.address,
    own(joint, 'enableModule', [module.address]),
    'safe module enabled',
  );
  stage.block();
  stage.call(carol, module, 'spend', [joint.address, carol.address, parseEther('0.5')], {
    label: 'safe module spends',
  });
  stage.block();
  await execute(
    joint,
    [dave],
    joint.address,
    own(joint, 'swapOwner', [SENTINEL, carol.address, alice.address]),
    'safe owner swapped',
  );
  stage.block();
  const spare = stage.deploy(deployer, 'spare safe module', ownArtifact('SafeModule'));
  await execute(
    joint,
    [dave],
    joint.address,
    own(joint, 'enableModule', [spare.address]),
    'spare safe module enabled',
  );
  stage.block();
  await execute(
    joint,
    [dave],
    joint.address,
    own(joint, 'disableModule', [SENTINEL, spare.address]),
    'spare safe module disabled',
  );
  stage.block();
}

const SENTINEL: Address = '0x0000000000000000000000000000000000000001';

/** The address that the factory gives a safe with this setup. */
export function safeAddress(factory: Address, singleton: Address, setup: Hex, saltNonce: bigint): Address {
  const salt = keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(setup), saltNonce]));
  const argument = encodeAbiParameters([{ type: 'address' }], [singleton]);
  const bytecode: Hex = `${safeContract('proxies/SafeProxy').bytecode}${argument.slice(2)}`;
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode });
}
