import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { RunLimits } from '../execution/run/limits.js';
import { ProvenState, type StateWitness } from './proven-state.js';
import { type BlockTransactions, type ExecutedBlock, TransactionExecution } from './transaction-execution.js';

/** The results of transactions over a witness, and the part of it that they used. */
export interface ExecutedTransactions extends Omit<ExecutedBlock, 'footprints'> {
  /** Name of the fork whose rules held. */
  readonly fork: string;
  readonly used: StateWitness;
}

/**
 * Executes transactions of one block over a witness alone.
 *
 * @param root of the state that the witness shows
 * @param limits of all of them together
 * @throws MalformedField for trie nodes that cannot be read
 */
export async function executeTransactions(
  block: BlockTransactions,
  schedule: ForkSchedule,
  root: Buffer,
  witness: StateWitness,
  limits: RunLimits,
): Promise<ExecutedTransactions> {
  const execution = new TransactionExecution(block, schedule);
  const state = new ProvenState(root, witness);
  const { footprints, ...result } = await execution.run(state, limits);
  return { ...result, fork: execution.fork, used: state.witnessOf(footprints) };
}
