import type { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { parseAddress } from '../../domain/chain/record/address.js';
import { recordedReads } from '../../domain/event/recorded-reads.js';
import type { ExecutionSource } from '../../node/execution/execution-source.js';
import type { StateReadOutcome } from '../../node/execution/state-read-outcome.js';
import type { ChainWriter } from '../append/chain-writer.js';
import { type PendingStateRead, pendingReads } from './pending-reads.js';

/** Questions of one request and of one flush. */
const READS_AT_ONCE = 100;

/** What one pass over the open questions achieved. */
export interface ReadPass {
  readonly answered: number;
  /** Questions that nodes did not answer: they stay open and are asked again. */
  readonly unanswered: number;
  /** Why nodes did not answer the last of them. */
  readonly why?: string;
}

/** Sends requested state reads to the nodes and records the results. */
export class ReadAnswerer {
  /** The last question of the pass before; undefined once a pass reached the newest. */
  #last: PendingStateRead | undefined;

  constructor(
    private readonly source: Pick<ExecutionSource, 'answer'>,
    private readonly writer: Pick<ChainWriter, 'record'>,
    private readonly pool: Pool,
    /** Restricts the questions to those of one requester. */
    private readonly requester?: string,
  ) {}

  /**
   * Asks open questions in turn, the oldest first, from where the last pass ended. Ends at the newest
   * question, after about `limit` questions, or after a request without any answer. Questions that the
   * answers raise are left to the next pass. An unanswered question blocks no other; its turn comes again.
   *
   * @param settledUpTo above this block, a node without the state is asked again instead of recording
   * `unavailable`, which is permanent
   * @throws Error of the database
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
