import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  pad,
  parseAbiParameters,
  parseEther,
  toEventSelector,
  toHex,
} from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';
import { openzeppelin } from './packages.js';

const DEAD: Address = '0x000000000000000000000000000000000000dEaD';
/** On the OFAC list since April 2022. */
const SANCTIONED: Address = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';

/** Lookalikes that no other episode has, and a payment to an address on a sanctions list. */
export function traps(stage: Stage): void {
  const [deployer, alice, mallory] = stage.cast('deployer', 'alice', 'mallory');
  stage.call(mallory, stage.contract('fake usdc'), 'transfer', [DEAD, parseEther('1')], {
    label: 'tokens to a dead address',
  });
  stage.transfer(mallory, SANCTIONED, parseEther('0.1'), { label: 'ether to a listed address' });
  const decoy = stage.deploy(mallory, 'decoy', ownArtifact('Decoy'));
  stage.call(mallory, decoy, 'mention');
  stage.block();
  lookalikeProxies(stage);
  forgedRoles(stage, alice.address, mallory.address);
  stage.call(deployer, stage.contract('weth'), 'transfer', [stage.contract('weth').address, 0n], {
    label: 'transfer of nothing to the token itself',
  });
  stage.block();
}

/** Renounced ownership behind a proxy admin (nothing is renounced), and a proxy that points at itself. */
function lookalikeProxies(stage: Stage): void {
  const [deployer, alice] = stage.cast('deployer', 'alice');
  const { abi } = ownArtifact('UupsCounter');
  const initialize = encodeFunctionData({ abi, functionName: 'initialize', args: [alice.address] });
  const target = [
    stage.contract('uups implementation 1').address,
    stage.contract('proxy admin').address,
    initialize,
  ];
  const proxy = stage.deploy(
    deployer,
    'renounced behind an admin',
    openzeppelin('TransparentUpgradeableProxy'),
    target,
  );
  const self = getContractAddress({ from: deployer.address, nonce: BigInt(deployer.nonce) });
  stage.deploy(deployer, 'proxy to itself', ownArtifact('SlotProxy'), [keccak256(toHex('PROXIABLE')), self]);
  stage.block();
  stage.call(alice, { ...proxy, abi }, 'renounceOwnership', [], {
    label: 'ownership renounced behind an admin',
  });
  stage.block();
}

function forgedRoles(stage: Stage, alice: Address, mallory: Address): void {
  const forge = stage.deploy(stage.actor('mallory'), 'role forge', ownArtifact('LogForge'));
  const emit = (signature: string, indexed: readonly Hex[], data: Hex, label: string) =>
    stage.call(stage.actor('mallory'), forge, 'forge', [[toEventSelector(signature), ...indexed], data], {
      label,
    });
  const numbers = (...values: bigint[]) =>
    `0x${values.map((value) => pad(toHex(value)).slice(2)).join('')}` as const;
  emit(
    'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
    [pad('0x01'), pad(alice), pad(mallory)],
    numbers(0n, 1n, 1n, 1n),
    'forged user operation',
  );
  emit(
    'Deposit(address,address,uint256,uint256)',
    [pad(alice), pad(mallory)],
    numbers(5n, 5n),
    'forged vault deposit',
  );
  const cut = encodeAbiParameters(parseAbiParameters('(address, uint8, bytes4[])[], address, bytes'), [
    [[alice, 0, ['0x12345678']]],
    alice,
    '0x',
  ]);
  emit('DiamondCut((address,uint8,bytes4[])[],address,bytes)', [], cut, 'forged diamond cut');
  emit('Upgraded(address)', [pad(alice)], '0x', 'forged upgrade');
  stage.block();
}
