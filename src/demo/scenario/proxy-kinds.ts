import { encodeFunctionData, getContractAddress, keccak256, toHex } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Contract, Stage } from '../stage/stage.js';
import { openzeppelin } from './packages.js';

/** The other proxies: UUPS, beacon, EIP-1822, zeppelinOS, and one with an unknown slot; each upgraded once. */
export function proxyKinds(stage: Stage): void {
  const deployer = stage.actor('deployer');
  const counter = stage.deploy(deployer, 'counter', ownArtifact('Counter'));
  const byTwo = stage.deploy(deployer, 'counter by two', ownArtifact('CounterByTwo'));
  stage.block();
  uups(stage);
  beacon(stage, counter, byTwo);
  slots(stage, counter, byTwo);
}

function uups(stage: Stage): void {
  const [deployer, treasury] = stage.cast('deployer', 'treasury');
  const artifact = ownArtifact('UupsCounter');
  const first = stage.deploy(deployer, 'uups implementation 1', artifact, [1n]);
  const second = stage.deploy(deployer, 'uups implementation 2', artifact, [10n]);
  const initialize = encodeFunctionData({
    abi: artifact.abi,
    functionName: 'initialize',
    args: [treasury.address],
  });
  const made = stage.deploy(deployer, 'uups proxy', openzeppelin('ERC1967Proxy'), [
    first.address,
    initialize,
  ]);
  stage.block();
  const proxy = { ...made, abi: artifact.abi };
  stage.call(deployer, proxy, 'increment');
  stage.call(deployer, proxy, 'upgradeTo', [second.address], { fails: true, label: 'upgrade by a stranger' });
  stage.call(treasury, proxy, 'upgradeTo', [second.address], { label: 'uups upgrade' });
  stage.block();
  stage.call(deployer, proxy, 'increment');
  stage.block();
}

function beacon(stage: Stage, counter: Contract, byTwo: Contract): void {
  const deployer = stage.actor('deployer');
  const beacon = stage.deploy(deployer, 'beacon', openzeppelin('UpgradeableBeacon'), [counter.address]);
  const proxies = [1, 2].map((number) =>
    stage.deploy(deployer, `beacon proxy ${number}`, openzeppelin('BeaconProxy'), [beacon.address, '0x']),
  );
  stage.block();
  for (const proxy of proxies) stage.call(deployer, { ...proxy, abi: counter.abi }, 'increment');
  stage.call(deployer, beacon, 'upgradeTo', [byTwo.address], { label: 'beacon upgrade' });
  stage.block();
  for (const proxy of proxies) stage.call(deployer, { ...proxy, abi: counter.abi }, 'increment');
  stage.block();
}

const SLOT_NAMES = {
  'eip1822 proxy': 'PROXIABLE',
  'zeppelinos proxy': 'org.zeppelinos.proxy.implementation',
  'private slot proxy': 'a slot that nobody knows',
};

function slots(stage: Stage, counter: Contract, byTwo: Contract): void {
  const deployer = stage.actor('deployer');
  const proxies = Object.entries(SLOT_NAMES).map(([name, slot]) =>
    stage.deploy(deployer, name, ownArtifact('SlotProxy'), [keccak256(toHex(slot)), counter.address]),
  );
  stage.block();
  for (const proxy of proxies) stage.call(deployer, { ...proxy, abi: counter.abi }, 'increment');
  stage.block();
  for (const proxy of proxies) stage.call(deployer, proxy, 'pointTo', [byTwo.address]);
  stage.block();
  // A target without code yet: the slot is set, but it is no proxy until the target has code.
  const unborn = getContractAddress({ from: deployer.address, nonce: BigInt(deployer.nonce + 5) });
  stage.deploy(deployer, 'proxy to nothing', ownArtifact('SlotProxy'), [
    keccak256(toHex('PROXIABLE')),
    unborn,
  ]);
  stage.block();
}
