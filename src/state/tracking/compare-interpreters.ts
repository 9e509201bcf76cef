import { keccak256 } from '../../domain/crypto/keccak.js';
import { KnownPlaces } from '../call/known-places.js';
import type { BlockContext } from '../execution/run/block-context.js';
import type { StateSource } from '../execution/run/state-source.js';
import type { ViewResult } from '../execution/run/view-result.js';
import { SubstituteState } from '../execution/substitute-state.js';
import type { ViewExecutor } from '../execution/view-executor.js';
import type { CompareOutcome, CompareTask } from './compare-task.js';
import { executeTracked, type FastViews } from './execute-tracked.js';
import type { TrackedCall } from './tracked-run.js';

type FastArguments = Parameters<ViewExecutor['fastView']>;

/** The runs of a tracked call by the fast interpreter. */
class RecordedRuns implements FastViews {
  readonly runs: { readonly asked: FastArguments; readonly result: ViewResult }[] = [];

  constructor(private readonly views: FastViews) {}

  fastView(...asked: FastArguments): ViewResult | undefined {
    const result = this.views.fastView(...asked);
    if (result) this.runs.push({ asked, result });
    return result;
  }

  digest(): Buffer {
    return digestOf(this.runs.map(({ result }) => result));
  }
}

/** A digest of all that the fast interpreter does in a tracked call. */
export function fastDigest(
  views: FastViews,
  call: TrackedCall,
  context: BlockContext,
  source: StateSource,
): Buffer {
  const recorded = new RecordedRuns(views);
  executeTracked(recorded, call, context, source);
  return recorded.digest();
}

/** Executes each run of a tracked call by both interpreters. What the reference alone needs of the state is unknown to it. */
export async function compareInterpreters(
  executor: ViewExecutor,
  task: CompareTask,
): Promise<CompareOutcome> {
  const { contract, data, block, known } = task;
  const source = new KnownPlaces(known);
  const recorded = new RecordedRuns(executor);
  const { result } = executeTracked(recorded, { contract, data: Buffer.from(data) }, block, source);
  const results: ViewResult[] = [];
  for (const { asked } of recorded.runs) {
    const [to, input, context, ranOn, options] = asked;
    // The EVM loads accounts that no run reads: a source that counts what is read would end it.
    const state = ranOn instanceof SubstituteState ? ranOn.over(source) : source;
    results.push(await executor.referenceView(to, input, context, state, options));
  }
  return {
    ...(result &&
      result.outcome !== 'undecided' && { end: { outcome: result.outcome, output: result.output } }),
    ...{ fast: recorded.digest(), reference: digestOf(results) },
  };
}

/** Of a list of the fields, so that a field that is added later changes no digest that is recorded. */
function digestOf(results: readonly ViewResult[]): Buffer {
  const did = results.map(({ outcome, output, gasUsed, reason, ...ran }) => [
    ...[outcome, Buffer.from(output).toString('hex'), gasUsed, reason?.kind],
    ran.reads.map(({ address, slot, value }) => [address, slot, value]),
    ran.codes,
    ran.looked.map(({ address, field }) => [address, field]),
    ran.volatile,
    ran.calls.map(({ type, depth, from, to, forwardsInput }) => [type, depth, from, to, forwardsInput]),
    [ran.asks, ran.asksPrice, ...(ran.starves ? [true] : [])],
  ]);
  const text = JSON.stringify(did, (_, value) =>
    typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
  );
  return keccak256(Buffer.from(text));
}
