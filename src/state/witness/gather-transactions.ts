import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import type { RunLimits } from '../execution/run/limits.js';
import { type Asked, AskingState } from './asking-state.js';
import type { ExecutedTransactions } from './execute-transactions.js';
import { addAncestors, prove, type WitnessSource } from './gather-witness.js';
import { ProvenState } from './proven-state.js';
import { type BlockTransactions, type ExecutedBlock, TransactionExecution } from './transaction-execution.js';

/** Transactions that were executed over proofs, and all that is needed to execute them again. */
export interface WitnessedTransactions extends ExecutedTransactions {
  /** The header of the block before, and further ones whose hashes they read, newest first. */
  readonly headers: readonly Header[];
}

const MAX_ROUNDS = 400;

/**
 * Executes transactions of one block over nothing but proofs below the state root of the block before.
 *
 * @param parent the block before
 * @param touched accounts and slots that they will most likely read, which spares rounds
 * @param source of the state at the end of the block before
 * @param limits of all of them together
 * @returns undefined where no node proves what they read
 * @throws MalformedField for trie nodes that hang below the root and cannot be read
 */
export async function gatherTransactions(
  block: Omit<BlockTransactions, 'ancestors'>,
  parent: Header,
  schedule: ForkSchedule,
  touched: Asked,
  source: WitnessSource,
  limits: RunLimits,
): Promise<WitnessedTransactions | undefined> {
  const ancestors = [parent];
  const execution = new TransactionExecution({ ...block, ancestors }, schedule);
  const state = new ProvenState(parent.stateRoot);
  let missed = touched;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (missed.size > 0 && !(await prove(missed, state, source))) return undefined;
    const asking = new AskingState(state);
    const result = await execution.run(asking, limits);
    const reason = result.failed?.reason;
    missed = asking.missedBy(reason?.kind === 'invalid' ? undefined : reason);
    if (missed.size > 0) continue;
    if (reason?.kind !== 'missing' || reason.what !== 'blockHash')
      return witnessed(result, execution.fork, state, ancestors);
    if (!(await addAncestors(ancestors, block.header.number, reason.number, source))) return undefined;
  }
  return undefined;
}

function witnessed(
  { footprints, ...result }: ExecutedBlock,
  fork: string,
  state: ProvenState,
  ancestors: readonly Header[],
): WitnessedTransactions {
  return {
    ...result,
    fork,
    used: state.witnessOf(footprints),
    headers: ancestors.slice(0, result.ancestors),
  };
}
