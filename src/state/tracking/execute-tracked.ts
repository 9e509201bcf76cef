import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import { selectorNamed } from '../../domain/chain/codec/observed-delegation.js';
import { delegationAtOnce } from '../execution/delegation.js';
import type { BlockContext } from '../execution/run/block-context.js';
import { LIMITS, type RunLimits } from '../execution/run/limits.js';
import type { StopsAt } from '../execution/run/run.js';
import type { StateSource } from '../execution/run/state-source.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import type { StatePlace } from '../history/state-history.js';
import { NotedState } from './noted-state.js';
import type { TrackedCall } from './tracked-run.js';

/** Of one run: what a token declares takes a hundredth. It bounds how long a hostile contract holds ingestion. */
const GAS = 1_000_000;
/** Of the gas of the convention, where it is given: they bound the time that it may take. */
const STEPS_WITH_ALL_GAS = 100_000;
/** That a run may read; one that reads more is left. */
export const MAX_PLACES = 63;

export interface TrackedExecution {
  /** Undefined if it is for the reference, by which no call is tracked, or reads too much. */
  readonly result: ViewResult | undefined;
  /** What it asked the state for, up to its end: it ends alike as long as these places have the same values. */
  readonly places: readonly StatePlace[];
}

/**
 * Executes a tracked call over state that is in memory: a view call, or, without data or with a selector that names the question, what the
 * contract delegates to.
 */
export function executeTracked(
  executor: ViewExecutor,
  { contract, data }: TrackedCall,
  context: BlockContext,
  source: StateSource,
): TrackedExecution {
  const selector = selectorNamed(toHex(data));
  if (data.length === 0 || selector !== undefined)
    return delegation(executor, contract, context, source, selector && fromHex(selector));
  const noted = new NotedState(source, MAX_PLACES);
  return ended(executor.fastView(contract, data, context, noted, GAS), noted);
}

/** A contract that looks at its gas may do otherwise with more: it is observed with as much as it has where a proof is checked. */
function delegation(
  executor: ViewExecutor,
  contract: TrackedCall['contract'],
  context: BlockContext,
  source: StateSource,
  selector: Uint8Array | undefined,
): TrackedExecution {
  let looksAtGas = false;
  const observed = (gas: number, limits?: RunLimits): TrackedExecution => {
    const noted = new NotedState(source, MAX_PLACES);
    const view = (data: Uint8Array, stopsAt?: StopsAt) => {
      const run = executor.fastView(contract, data, context, noted, gas, stopsAt, limits);
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
