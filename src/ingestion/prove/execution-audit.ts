import type { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { ComparedCall } from '../../domain/event/compared-call.js';
import { formatDisputedCall } from '../../domain/event/disputed-call.js';
import { type ReadAtBlock, type ReadsOfBlock, recordedReads } from '../../domain/event/recorded-reads.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { AuditRounds } from './audit-rounds.js';

/** The calls that claims rest on. */
export interface ComparedCalls {
  /** Number of the newest run. */
  newest(pool: Pool): Promise<number>;
  /** A few calls with runs numbered above `above`; without `last` when none follow. */
  page(
    pool: Pool,
    above: number,
    signal: AbortSignal,
  ): Promise<{ readonly calls: readonly ComparedCall[]; readonly last?: number }>;
}

/**
 * Has the calls that claims rest on executed by the reference interpreter as well: a few in each step, in rounds, so that nobody can
 * make a call that it passes over. Where it does otherwise than the fast one did, that is recorded, and no claim rests on the call.
 */
export class ExecutionAudit {
  readonly #chain: CanonicalChain;
  readonly #rounds = new AuditRounds();

  constructor(
    private readonly pool: Pool,
    private readonly calls: ComparedCalls,
    private readonly writer: { record(reads: readonly ReadsOfBlock[]): Promise<void> },
    private readonly onCompared: (calls: readonly ComparedCall[]) => void,
  ) {
    this.#chain = new CanonicalChain(pool);
  }

  /** @returns the number of appended events */
  async step(signal: AbortSignal): Promise<number> {
    const head = await this.#chain.head();
    if (!head || signal.aborted || !this.#rounds.isDue(head.number)) return 0;
    const above = await this.#rounds.above(() => this.calls.newest(this.pool));
    const { calls, last } = await this.calls.page(this.pool, above, signal);
    if (signal.aborted) return 0;
    this.onCompared(calls);
    const events = recordedReads(await this.#disputes(calls));
    if (events.length > 0) await this.writer.record(events);
    if (last === undefined) this.#rounds.end(head.number);
    else this.#rounds.goOn(last);
    return events.length;
  }

  async #disputes(calls: readonly ComparedCall[]): Promise<ReadAtBlock[]> {
    const disputes: ReadAtBlock[] = [];
    for (const { address, data, block, result, reference } of calls) {
      const stored = result === 'different' ? await this.#chain.at(block) : undefined;
      if (!stored) continue;
      const read = { address: fromHex(address), what: formatDisputedCall(data), output: reference };
      disputes.push({
        ...{ number: block, hash: stored.hash, nodes: [] },
        read: { ...read, outcome: 'answered' },
      });
    }
    return disputes;
  }
}
