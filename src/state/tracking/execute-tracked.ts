import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import { selectorNamed } from '../../domain/chain/codec/observed-delegation.js';
import { delegationAtOnce } from '../execution/delegation.js';
import type { BlockContext } from '../execution/run/block-context.js';
import { LIMITS } from '../execution/run/limits.js';
import type { StopsAt } from '../execution/run/run.js';
import type { StateSource } from '../execution/run/state-source.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import type { TrackedCall } from './tracked-run.js';

/** Of one run: what a token declares takes a hundredth. It bounds how long a hostile contract holds ingestion. */
const GAS = 1_000_000;
/** Of the gas of the convention, where it is given: they bound the time that it may take. */
const STEPS_WITH_ALL_GAS = 100_000;

/**
 * Executes a tracked call over state that is in memory: a view call, or, without data or with a selector that names the question, what the
 * contract delegates to.
 *
 * @returns undefined if it is for the reference, by which no call is tracked
 */
export function executeTracked(
  executor: ViewExecutor,
  { contract, data }: TrackedCall,
  context: BlockContext,
  source: StateSource,
): ViewResult | undefined {
  const selector = selectorNamed(toHex(data));
  return data.length === 0 || selector !== undefined
    ? delegation(executor, contract, context, source, selector && fromHex(selector))
    : executor.fastView(contract, data, context, source, GAS);
}

/** A contract that looks at its gas may do otherwise with more: it is observed with as much as it has where a proof is checked. */
function delegation(
  executor: ViewExecutor,
  contract: TrackedCall['contract'],
  context: BlockContext,
  source: StateSource,
  selector: Uint8Array | undefined,
): ViewResult | undefined {
  let looksAtGas = false;
  const view = (data: Uint8Array, stopsAt?: StopsAt) => {
    const run = executor.fastView(contract, data, context, source, GAS, stopsAt);
    looksAtGas ||= run?.volatile.includes('GAS') === true;
    return run;
  };
  const observed = delegationAtOnce(contract, source, view, selector);
  if (!looksAtGas) return observed;
  const limits = { ...LIMITS, steps: STEPS_WITH_ALL_GAS };
  const viewWithAll = (data: Uint8Array, stopsAt?: StopsAt) =>
    executor.fastView(contract, data, context, source, LIMITS.gas, stopsAt, limits);
  return delegationAtOnce(contract, source, viewWithAll, selector);
}
