import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import { selectorNamed } from '../../domain/chain/codec/observed-delegation.js';
import { delegationAtOnce } from '../execution/delegation.js';
import type { Asked } from '../execution/observation.js';
import { viewForAll } from '../execution/other-caller.js';
import type { BlockContext } from '../execution/run/block-context.js';
import type { CallConditions } from '../execution/run/call-convention.js';
import { LIMITS, type RunLimits } from '../execution/run/limits.js';
import type { StateSource } from '../execution/run/state-source.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import type { StatePlace } from '../history/state-history.js';
import { NotedState } from './noted-state.js';
import type { TrackedCall } from './tracked-run.js';

/**
 * Gas of one run; a call for a token's declaration takes a hundredth of it. It bounds how long a hostile
 * contract holds up ingestion.
 */
const GAS = 1_000_000;
/** Bounds the time of a run that is given all the gas of the convention. */
const STEPS_WITH_ALL_GAS = 100_000;
/** Places that a run may read. One that reads more is left. */
export const MAX_PLACES = 63;

/** The interpreter that runs tracked calls. */
export type FastViews = Pick<ViewExecutor, 'fastView'>;

export interface TrackedExecution {
  /** Undefined if the run reads too much, or is for the reference, which executes no tracked call. */
  readonly result: ViewResult | undefined;
  /**
   * What it asked the state for, up to its end. It ends the same way as long as these places have the same
   * values.
   */
  readonly places: readonly StatePlace[];
}

/**
 * Executes a tracked call over state that is in memory: a view call, or an observation of what the contract
 * delegates to, where the call has no data or `selectorNamed` finds a selector in it.
 */
export function executeTracked(
  executor: FastViews,
  { contract, data }: TrackedCall,
  context: BlockContext,
  source: StateSource,
): TrackedExecution {
  const selector = selectorNamed(toHex(data));
  if (data.length === 0 || selector !== undefined)
    return delegation(executor, contract, context, source, selector && fromHex(selector));
  const noted = new NotedState(source, MAX_PLACES);
  const view = (conditions?: CallConditions) =>
    executor.fastView(contract, data, context, noted, { gas: GAS, conditions });
  return ended(viewForAll(contract, data, view), noted);
}

/**
 * A contract that looks at its gas may act differently with more, so it gets as much as where a proof is
 * checked.
 */
function delegation(
  executor: FastViews,
  contract: TrackedCall['contract'],
  context: BlockContext,
  source: StateSource,
  selector: Uint8Array | undefined,
): TrackedExecution {
  let looksAtGas = false;
  const observed = (gas: number, limits?: RunLimits): TrackedExecution => {
    const noted = new NotedState(source, MAX_PLACES);
    const view = ({ data, source, stopsAt }: Asked) => {
      const run = executor.fastView(contract, data, context, source, { gas, stopsAt, limits });
      looksAtGas ||= run?.volatile.includes('GAS') === true;
      return run;
    };
    return ended(delegationAtOnce(contract, noted, view, selector), noted);
  };
  const withLittle = observed(GAS);
  return looksAtGas ? observed(LIMITS.gas, { ...LIMITS, steps: STEPS_WITH_ALL_GAS }) : withLittle;
}

function ended(result: ViewResult | undefined, { hasMore, places }: NotedState): TrackedExecution {
  return { result: hasMore ? undefined : result, places };
}
