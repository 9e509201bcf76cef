import { parseUnits } from 'viem';
import { packagedArtifact } from '../stage/artifact.js';
import { ownArtifact } from '../stage/own-artifact.js';
import type { Stage } from '../stage/stage.js';

const AAVE_AGGREGATOR =
  '@aave/core-v3/artifacts/contracts/mocks/oracle/CLAggregators/MockAggregator.sol/MockAggregator.json';

/** Aggregators for ether and the dollar, and one of a package that answers only in its constructor. */
export function priceFeeds(stage: Stage): void {
  const oracle = stage.actor('oracle');
  const ether = stage.deploy(oracle, 'ether feed', ownArtifact('PriceFeed'), [8, 'ETH / USD']);
  const dollar = stage.deploy(oracle, 'dollar feed', ownArtifact('PriceFeed'), [8, 'dUSD / USD']);
  stage.deploy(oracle, 'fixed feed', packagedArtifact(AAVE_AGGREGATOR), [parseUnits('1', 8)]);
  stage.block();
  stage.call(oracle, ether, 'submit', [parseUnits('2500', 8)], { label: 'first ether price' });
  stage.call(oracle, dollar, 'submit', [parseUnits('1', 8)]);
  stage.block();
}
