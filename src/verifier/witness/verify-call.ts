import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { parseRef } from '../../domain/chain/record/evidence-ref.js';
import { readCallBundle } from '../bundle/call-bundle.js';
import type { CallBundle } from '../bundle/call-bundle.schema.js';
import { NoBundle } from '../bundle/read-bundle.js';
import { demand, refutationOf } from '../evidence/finding.js';
import { ReadPlaces } from '../evidence/read-places.js';
import { type Canonicity, checkBundleCanonicity } from '../level/check-canonicity.js';
import type { Published } from '../level/published.js';
import { checkViews, requireKnown } from './check-views.js';
import { EngineNotLoaded } from './engine-not-loaded.js';

/**
 * V3: executing the call gives the result. V4: the state that it read is included in the block. V5: fails if a
 * log is asked for. V6: the block is Ethereum's.
 */
export type CallVerification =
  | { readonly outcome: 'verified call'; readonly bundle: CallBundle; readonly canonicity: Canonicity }
  /** `level` is the lowest level that fails. */
  | {
      readonly outcome: 'refuted call';
      readonly bundle: CallBundle;
      readonly level: 3 | 4 | 5 | 6;
      readonly place: string;
      readonly reason: string;
    }
  | { readonly outcome: 'no bundle'; readonly reason: string };

/**
 * Verifies the bundle of a view call.
 *
 * @param schedule of the forks of the chain
 * @param onHeld called after each level that holds
 * @param known roots of the chain, the beacon block that the reader trusts, and the log that must have the call:
 * none has, because logs have claims alone
 * @throws EngineNotLoaded
 */
export async function verifyCall(
  text: string,
  schedule: ForkSchedule | undefined,
  onHeld: (level: 3 | 4 | 6) => void = () => undefined,
  known: Pick<Published, 'roots' | 'checkpoint' | 'log'> = {},
): Promise<CallVerification> {
  let bundle: CallBundle;
  try {
    bundle = readCallBundle(text);
  } catch (error) {
    if (error instanceof NoBundle) return { outcome: 'no bundle', reason: error.message };
    throw error;
  }
  let level: 3 | 4 | 5 | 6 = 3;
  try {
    const { call, header, witness, result } = bundle;
    requireKnown(bundle);
    const { blockHash } = parseRef(call)!;
    const read = new ReadPlaces();
    await checkViews({ blockHash, header, witness, views: [[call, result]] }, schedule, read);
    onHeld(3);
    level = 4;
    read.requireBound();
    onHeld(4);
    level = 5;
    demand(known.log === undefined, 'the log', 'a log has claims, and no view calls');
    level = 6;
    const canonicity = await checkBundleCanonicity(new Map([[blockHash, bundle]]), bundle.finality, {
      ...known,
      ...(schedule && { forks: schedule }),
    });
    if (canonicity.outcome === 'shown') onHeld(6);
    return { outcome: 'verified call', bundle, canonicity };
  } catch (error) {
    if (error instanceof EngineNotLoaded) throw error;
    return { outcome: 'refuted call', bundle, level, ...refutationOf(error) };
  }
}
