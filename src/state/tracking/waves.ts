import type { PoolClient } from 'pg';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { type BlockContext, contextOf } from '../execution/run/block-context.js';
import { StateAtBlock } from '../history/state-at-block.js';
import { MAX_CODES, type StateCache } from '../history/state-cache.js';
import type { StatePlace } from '../history/state-history.js';
import type { Due } from './due-calls.js';
import type { CodeRoom } from './gathering-state.js';
import { lastReads } from './last-reads.js';
import { codeOf } from './run-bounds.js';

/** How many codes of a round may be loaded before a run has shown that it needs them. */
const MAX_CODES_AHEAD = MAX_CODES / 2;

/** Calls that are due at one block. */
export interface DueAtBlock {
  readonly context: BlockContext;
  readonly state: StateAtBlock;
  open: readonly Due[];
}

/** Starts waves: calls of many blocks that run together, so that one query of each kind loads what all of them need. */
export class Waves {
  /** What may still be loaded ahead in this round. */
  readonly room: CodeRoom = { left: MAX_CODES_AHEAD };
  readonly #chain: CanonicalChain;

  /** @param headers of blocks that are at hand */
  constructor(
    private readonly tx: PoolClient,
    private readonly cache: StateCache,
    private readonly schedule: ForkSchedule,
    private readonly headers: ReadonlyMap<number, Header>,
  ) {
    this.#chain = new CanonicalChain(tx);
  }

  /** The calls with the state at their blocks, which notes what they probably need. */
  async start(due: readonly (readonly [number, readonly Due[]])[]): Promise<DueAtBlock[]> {
    const lacking = due.flatMap(([block]) => (this.headers.has(block) ? [] : [block]));
    const stored = await this.#chain.headersAt(lacking);
    const repeated = due.flatMap(([block, calls]) =>
      calls.filter(({ lowest, read }) => lowest === undefined && !read).map((call) => [block, call] as const),
    );
    const reads = await lastReads(this.tx, repeated);
    this.beginRound();
    const wave: DueAtBlock[] = [];
    for (const [block, calls] of due) {
      const header = this.headers.get(block) ?? stored.get(block);
      // A rebuild passes blocks that were replaced since; their results are removed again.
      if (!header) continue;
      const state = new StateAtBlock(this.cache, block);
      for (const call of calls) {
        const { contract, read = reads.get(call) ?? [] } = call;
        if (!this.cache.has(codeOf(contract), block)) state.miss(codeOf(contract));
        for (const place of read) this.#missAhead(place, state);
      }
      wave.push({ context: contextOf(header, this.schedule), state, open: calls });
    }
    return wave;
  }

  beginRound(): void {
    this.room.left = MAX_CODES_AHEAD;
  }

  /** Notes what a run probably needs. */
  #missAhead(place: StatePlace, state: StateAtBlock): void {
    if (this.cache.has(place, state.block)) return;
    if (place.kind === 'code') {
      if (this.room.left === 0) return;
      this.room.left -= 1;
    }
    state.miss(place);
  }
}

/** The open calls in parts of at most so many. */
export function* inParts(due: readonly DueAtBlock[], most: number): Generator<DueAtBlock[]> {
  let part: DueAtBlock[] = [];
  let room = most;
  for (const { context, state, open } of due) {
    for (let at = 0; at < open.length; ) {
      const calls = open.slice(at, at + room);
      part.push({ context, state, open: calls });
      at += calls.length;
      room -= calls.length;
      if (room > 0) continue;
      yield part;
      part = [];
      room = most;
    }
  }
  if (part.length > 0) yield part;
}
