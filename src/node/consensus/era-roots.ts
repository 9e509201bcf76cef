import { BATCH_LENGTH } from '../../domain/canonicity/canonical-roots.js';
import { CAPELLA_SLOT } from '../../domain/canonicity/mainnet-slots.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import { type BeaconEndpoint, BeaconRefusal } from './beacon-endpoint.js';
import { hexIn, recordOf } from './beacon-field.js';

/** The era of the first entry of `historical_summaries`. */
export const FIRST_SUMMARY_ERA = CAPELLA_SLOT / BATCH_LENGTH;

const ROOT_BYTES = 32;
/**
 * Where nodes give the summaries, the lightest first: by itself at Lodestar and Nimbus; within the whole state, some
 * hundreds of megabytes of JSON, at every node. No path that all nodes have gives them by themselves.
 */
const PATHS = [
  '/eth/v1/lodestar/states/finalized/historical_summaries',
  '/nimbus/v1/debug/beacon/states/finalized/historical_summaries',
  '/eth/v2/debug/beacon/states/finalized',
];

/**
 * Roots of the eras since Capella in the finalized state of one node, in order from `FIRST_SUMMARY_ERA`: the
 * `block_summary_root` of each entry of `historical_summaries`.
 *
 * @throws NodeUnreachable
 * @throws MalformedAnswer
 * @throws BeaconRefusal if the node offers none of the paths
 */
export async function eraRootsOf(endpoint: BeaconEndpoint): Promise<readonly Buffer[]> {
  for (const [at, path] of PATHS.entries()) {
    const roots: Buffer[] = [];
    try {
      const { isOptimistic } = await endpoint.list(
        path,
        (summary) =>
          roots.push(fromHex(hexIn(recordOf(summary, 'a summary'), 'block_summary_root', ROOT_BYTES))),
        'historical_summaries',
      );
      if (isOptimistic) throw new MalformedAnswer('has not verified the blocks its state rests on');
      return roots;
    } catch (error) {
      if (!(error instanceof BeaconRefusal) || at === PATHS.length - 1) throw error;
    }
  }
  throw new RangeError('there is no path');
}
