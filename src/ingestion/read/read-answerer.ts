import type { Pool } from 'pg';
import { addressBytes, parseAddress } from '../../kernel/chain/address.js';
import type { RecordedRead } from '../../kernel/event/recorded-read.js';
import type { ExecutionSource } from '../../source/execution/execution-source.js';
import type { ChainWriter } from '../chain-writer.js';
import { type PendingRead, pendingReads } from './pending-reads.js';

/** In one request, and in one flush. */
const QUESTIONS_AT_ONCE = 100;

/** Puts to the node what the evaluation wants to know, and records what it answers: nobody else asks for state. */
export class ReadAnswerer {
  constructor(
    private readonly source: ExecutionSource,
    private readonly writer: ChainWriter,
    private readonly pool: Pool,
  ) {}

  /**
   * Answers everything that is asked now, and what the answers make be asked. A failure loses nothing: what was not recorded is asked
   * again.
   * @returns how many were answered
   */
  async answer(signal: AbortSignal): Promise<number> {
    let answered = 0;
    for (;;) {
      const pending = signal.aborted ? [] : await pendingReads(this.pool, QUESTIONS_AT_ONCE);
      if (pending.length === 0) return answered;
      const answers = await this.source.answer(pending);
      await this.writer.record(byBlock(pending, (at) => answers[at]!));
      answered += pending.length;
    }
  }
}

/** One event for each block asked about; the questions come in the order of blocks. */
function byBlock(
  pending: readonly PendingRead[],
  answerAt: (at: number) => Pick<RecordedRead, 'outcome' | 'output'>,
) {
  const blocks = new Map<string, { number: number; hash: Buffer; reads: RecordedRead[] }>();
  pending.forEach(({ address, what, number, blockHash }, at) => {
    const read = { address: addressBytes(parseAddress(address)!), what, ...answerAt(at) };
    const known = blocks.get(blockHash);
    if (known) known.reads.push(read);
    else blocks.set(blockHash, { number, hash: Buffer.from(blockHash.slice(2), 'hex'), reads: [read] });
  });
  return [...blocks.values()];
}
