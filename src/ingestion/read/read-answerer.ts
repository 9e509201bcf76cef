import type { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { parseAddress } from '../../domain/chain/record/address.js';
import { recordedReads } from '../../domain/event/recorded-reads.js';
import type { ExecutionSource } from '../../node/execution/execution-source.js';
import type { StateReadOutcome } from '../../node/execution/state-read-outcome.js';
import type { ChainWriter } from '../append/chain-writer.js';
import { type PendingStateRead, pendingReads } from './pending-reads.js';

/** In one request, and in one flush. */
const READS_AT_ONCE = 100;

/** How far one pass over the open questions came. */
export interface ReadPass {
  readonly answered: number;
  /** Questions asked in vain: they stay open, and may be answered another time. */
  readonly unanswered: number;
  /** Results for the last of them. */
  readonly why?: string;
}

/** Sends requested state reads to the nodes and records the results. No other code reads state from nodes. */
export class ReadAnswerer {
  /** Where the last pass ended; undefined once it came to the newest. */
  #last: PendingStateRead | undefined;

  constructor(
    private readonly source: Pick<ExecutionSource, 'answer'>,
    private readonly writer: Pick<ChainWriter, 'record'>,
    private readonly pool: Pool,
    /** Answers the questions of this requester alone. */
    private readonly requester?: string,
  ) {}

  /**
   * Asks open questions in turn, the oldest first, from where the last pass ended: up to the newest, or about `limit` of them, or to a
   * request that brings no answer at all. Questions that the answers raise are for the next pass. A question that nodes do not answer stops
   * nothing, and its turn comes again.
   *
   * @param settledUpTo about later blocks a node that lacks the state is asked again: what is recorded as unavailable stays so
   * @throws what the database throws
   */
  async pass(
    signal: AbortSignal,
    settledUpTo: number,
    limit = Number.POSITIVE_INFINITY,
    progress: (pass: ReadPass) => void = () => undefined,
  ): Promise<ReadPass> {
    let pass: ReadPass = { answered: 0, unanswered: 0 };
    while (!signal.aborted && pass.answered + pass.unanswered < limit) {
      const pending = await pendingReads(this.pool, READS_AT_ONCE, this.#last, this.requester);
      this.#last = pending[pending.length - 1];
      if (pending.length === 0) break;
      const { answers, refusals } = await this.source.answer(
        pending.map((read) => ({ ...read, isYoung: read.number > settledUpTo })),
      );
      const answered = answers.filter((answer) => answer !== undefined).length;
      if (answered > 0) await this.writer.record(recordedReads(answeredOf(pending, answers)));
      const why = refusals.map(({ node, reason }) => `${node}: ${reason}`).join('; ');
      pass = {
        ...pass,
        answered: pass.answered + answered,
        unanswered: pass.unanswered + pending.length - answered,
        ...(answered < pending.length && { why }),
      };
      progress(pass);
      if (answered === 0) break;
    }
    return pass;
  }
}

function answeredOf(
  pending: readonly PendingStateRead[],
  answers: readonly (StateReadOutcome | undefined)[],
) {
  return pending.flatMap(({ address, what, number, blockHash }, at) => {
    const answer = answers[at];
    if (answer === undefined) return [];
    const { nodes = [], ...outcome } = answer;
    const read = { address: fromHex(parseAddress(address)!), what, ...outcome };
    return [{ number, hash: fromHex(blockHash), read, nodes }];
  });
}
