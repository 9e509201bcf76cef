import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/** A contract whose owner offers the ownership to another account, which never accepts it. */
export function offeredOwnership(stage: Stage): void {
  const [deployer, bob] = stage.cast('deployer', 'bob');
  const offered = stage.deploy(deployer, 'offered', ownArtifact('Owned'));
  stage.call(deployer, offered, 'transferOwnership', [bob.address], { label: 'ownership offered' });
  stage.block();
}
