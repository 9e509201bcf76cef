import { getContractAddress, keccak256, toHex } from 'viem';
import { CREATE2_DEPLOYER } from '../genesis/genesis-contracts.js';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/** Factories: minimal clones of a contract and of a proxy, many children by CREATE, some by CREATE2, one in a constructor. */
export function clonesAndChildren(stage: Stage): void {
  const [deployer, alice] = stage.cast('deployer', 'alice');
  const counter = stage.contract('counter');
  const factory = stage.deploy(deployer, 'clone factory', ownArtifact('CloneFactory'));
  const nursery = stage.deploy(deployer, 'nursery', ownArtifact('Nursery'), [1n]);
  stage.deployAt(alice, 'counter by create2', ownArtifact('Counter'), {
    deployer: CREATE2_DEPLOYER,
    salt: keccak256(toHex('a salt')),
  });
  stage.block();

  const child = (nonce: bigint) => getContractAddress({ from: factory.address, nonce });
  stage.call(alice, factory, 'clone', [counter.address], { label: 'clone made' });
  const clone = stage.know('clone', child(1n), counter.abi);
  stage.call(alice, factory, 'clone', [stage.contract('uups proxy').address], {
    label: 'clone of a proxy made',
  });
  stage.know('clone of a proxy', child(2n), []);
  stage.call(alice, factory, 'clone', [alice.address]);
  stage.know('clone of nothing', child(3n), []);
  stage.block();
  stage.call(alice, clone, 'increment');
  stage.block();

  for (let round = 0; round < 3; round++) {
    stage.call(alice, factory, 'cloneMany', [counter.address, 40n], { gas: 8_000_000n });
    stage.call(alice, nursery, 'bear', [25n], { gas: 8_000_000n });
    stage.call(alice, nursery, 'bearAt', [keccak256(toHex(`child ${round}`))]);
    stage.block();
  }
  stage.call(alice, nursery, 'bearAt', [keccak256(toHex('child 0'))], {
    fails: true,
    label: 'create2 collision',
  });
  stage.block();
}
