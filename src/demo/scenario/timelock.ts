import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbiParameters, zeroHash } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';
import { openzeppelin } from './packages.js';

const DELAY_SECONDS = 3_600n;
const OPERATION = parseAbiParameters('address, uint256, bytes, bytes32, bytes32');

/**
 * A timelock that owns a contract: an operation that is scheduled, tried too early and executed after its
 * delay, and one that is cancelled.
 */
export function timelock(stage: Stage): void {
  const [deployer, alice, bob] = stage.cast('deployer', 'alice', 'bob');
  const lock = stage.deploy(deployer, 'timelock', openzeppelin('TimelockController'), [
    DELAY_SECONDS,
    [alice.address],
    [bob.address],
    deployer.address,
  ]);
  const owned = stage.deploy(deployer, 'owned by the timelock', ownArtifact('Owned'));
  stage.block();
  stage.call(deployer, owned, 'transferOwnership', [lock.address]);
  stage.block();

  const accept = encodeFunctionData({ abi: owned.abi, functionName: 'acceptOwnership' });
  const operation = [owned.address, 0n, accept, zeroHash, zeroHash] as const;
  stage.call(alice, lock, 'schedule', [...operation, DELAY_SECONDS], { label: 'timelock scheduled' });
  stage.block();
  stage.call(bob, lock, 'execute', operation, { fails: true, label: 'timelock too early' });
  stage.block();
  stage.call(bob, lock, 'execute', operation, { label: 'timelock executed' });
  stage.block(320);

  const set = encodeFunctionData({ abi: owned.abi, functionName: 'set', args: [7n] });
  const second = [owned.address, 0n, set, zeroHash, zeroHash] as const;
  stage.call(alice, lock, 'schedule', [...second, DELAY_SECONDS]);
  stage.block();
  stage.call(alice, lock, 'cancel', [operationId(second)], { label: 'timelock cancelled' });
  stage.block();
}

function operationId(operation: readonly unknown[]) {
  return keccak256(encodeAbiParameters(OPERATION, operation as never));
}
