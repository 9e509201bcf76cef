import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { dependsOnCaller, otherConditions } from '../execution/other-caller.js';
import type { ViewResult } from '../execution/run/view-result.js';
import { BlockExecution } from './block-execution.js';
import { ProvenState, type StateWitness } from './proven-state.js';
import type { WitnessedCall } from './witnessed-call.js';

/** The results of calls over a witness, and the part of it that they used. */
export interface ExecutedViews {
  /** Name of the fork whose rules held. */
  readonly fork: string;
  /** In the order of the calls, up to the first that is undecided because the witness lacks something. */
  readonly results: readonly ViewResult[];
  readonly used: StateWitness;
  /** How many headers of the blocks before were used. */
  readonly ancestors: number;
  /** Positions of the calls whose results depend on who asks, or are not shown to be the same for another caller. */
  readonly ofCallers: ReadonlySet<number>;
}

/**
 * Executes calls at the end of a block over a witness alone.
 *
 * @param root of the state that the witness shows
 * @param ancestors headers of the blocks before, newest first
 * @param spend takes the gas of each call, and throws to stop before the next one
 * @throws MalformedField for trie nodes that cannot be read
 */
export async function executeViews(
  header: Header,
  ancestors: readonly Header[],
  schedule: ForkSchedule,
  root: Buffer,
  witness: StateWitness,
  calls: readonly WitnessedCall[],
  spend: (gas: number) => void = () => undefined,
): Promise<ExecutedViews> {
  const execution = new BlockExecution(header, ancestors, schedule);
  const state = new ProvenState(root, witness);
  const results: ViewResult[] = [];
  const ofCallers = new Set<number>();
  let used = 0;
  for (const [at, call] of calls.entries()) {
    const view = await execution.run(call, state);
    results.push(view.result);
    used = Math.max(used, view.ancestors);
    if (view.result.reason) break;
    spend(view.result.gasUsed);
    if (call.data === undefined) continue;
    for (const conditions of otherConditions(call.to, call.data, view.result)) {
      const { result: other } = await execution.run(call, state, conditions);
      spend(other.gasUsed);
      if (dependsOnCaller(view.result, other)) ofCallers.add(at);
    }
  }
  return { fork: execution.fork, results, used: state.witnessOf(results), ancestors: used, ofCallers };
}
