import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/** A collection that names whom to pay when its items are sold: somebody else later, and nobody in the end; and one that goes on. */
export function royalties(stage: Stage): void {
  const [deployer, alice, bob] = stage.cast('deployer', 'alice', 'bob');
  const items = stage.deploy(deployer, 'royalty items', ownArtifact('RoyaltyItems'), [alice.address]);
  const other = stage.deploy(deployer, 'free items', ownArtifact('RoyaltyItems'), [alice.address]);
  stage.call(deployer, items, 'mint', [bob.address, 1n]);
  stage.block();
  stage.call(deployer, items, 'pay', [bob.address], { label: 'royalties for another' });
  stage.call(deployer, other, 'payNobody', [], { label: 'royalties for nobody' });
  stage.block();
}
