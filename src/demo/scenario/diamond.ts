import { toFunctionSelector, zeroAddress } from 'viem';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

const [ADD, REPLACE, REMOVE] = [0, 1, 2] as const;
const SELECTORS = [toFunctionSelector('increment()'), toFunctionSelector('count()')];

/** A diamond: facets added, replaced, and one function removed. */
export function diamond(stage: Stage): void {
  const [deployer, alice] = stage.cast('deployer', 'alice');
  const [counter, byTwo] = [stage.contract('counter'), stage.contract('counter by two')];
  const made = stage.deploy(deployer, 'diamond', ownArtifact('Diamond'));
  stage.block();
  const cut = (facetAddress: string, action: number, label: string, functionSelectors = SELECTORS) =>
    stage.call(
      deployer,
      made,
      'diamondCut',
      [[{ facetAddress, action, functionSelectors }], zeroAddress, '0x'],
      { label },
    );
  cut(counter.address, ADD, 'diamond cut');
  stage.block();
  stage.call(alice, { ...made, abi: counter.abi }, 'increment');
  cut(byTwo.address, REPLACE, 'diamond facet replaced');
  stage.block();
  stage.call(alice, { ...made, abi: counter.abi }, 'increment');
  cut(zeroAddress, REMOVE, 'diamond facet removed', SELECTORS.slice(0, 1));
  stage.block();
  stage.call(alice, { ...made, abi: counter.abi }, 'increment', [], { fails: true });
  stage.block();
}
