import { type Hex, zeroAddress } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

/** The implementation slot of EIP-1967. */
const SLOT: Hex = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

/**
 * Unusual pointers of proxies: one to the proxy itself, one that is cleared, one that is replaced in the
 * block that set it.
 */
export function oddPointers(stage: Stage): void {
  const deployer = stage.actor('deployer');
  const [counter, byTwo] = [stage.contract('counter'), stage.contract('counter by two')];
  const [circular, emptied, restless] = ['circular proxy', 'emptied proxy', 'restless proxy'].map((name) =>
    stage.deploy(deployer, name, ownArtifact('SlotProxy'), [SLOT, counter.address]),
  );
  stage.block();
  stage.call(deployer, circular!, 'pointTo', [circular!.address], { label: 'pointed at itself' });
  stage.call(deployer, emptied!, 'pointTo', [zeroAddress], { label: 'pointer cleared' });
  stage.call(deployer, restless!, 'pointTo', [byTwo.address]);
  stage.call(deployer, restless!, 'pointTo', [counter.address], { label: 'pointer set back' });
  stage.block();
}
