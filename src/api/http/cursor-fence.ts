import { setTimeout } from 'node:timers/promises';
import { REORG_DEPTH } from '../../domain/chain/protocol/reorg-depth.js';
import { serviceUnavailable } from '../refusal/record-refusals.js';
import type { Continuation } from './cursor/continuation.js';
import { type DocumentedMethod, isChainMethod } from './method/documented-method.js';

const PATIENCE_MS = 2_000;
const LOOK_MS = 50;
/** How long a block is assumed to stay stored. A restored database may have a lower head. */
const SETTLED_MS = 1_000;

/**
 * Holds back the next page of a list whose last page ended above the newest block stored here. Another process may have given that page, or
 * this one before a backup was restored: rows between the two would be missing without notice.
 */
export class CursorFence {
  /** The highest block that was stored a moment ago, and that no reorganisation replaces. */
  #settled = { block: -1, until: 0 };

  /** @param newest number of the newest stored block; undefined if none is stored */
  constructor(
    private readonly newest: () => Promise<number | undefined>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Resolves when the block of the cursor is stored; undefined if nothing must be waited for.
   * @throws {Refusal} `service_unavailable` if it is not stored within two seconds
   */
  pass(method: DocumentedMethod, parameters: object): Promise<void> | undefined {
    const block = blockOf(method, parameters);
    if (block === undefined) return undefined;
    const { block: settled, until } = this.#settled;
    return block <= settled && this.now() < until ? undefined : this.#reach(block);
  }

  async #reach(block: number): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const until = this.now() + SETTLED_MS;
      const head = (await this.newest()) ?? -1;
      this.#settled = { block: head - REORG_DEPTH, until };
      if (block <= head) return;
      if (performance.now() > deadline) throw serviceUnavailable();
      await setTimeout(LOOK_MS);
    }
  }
}

/** The block of the last row before the cursor. */
function blockOf(method: DocumentedMethod, parameters: object): number | undefined {
  if (!isChainMethod(method) || !method.list?.cursorsByBlock) return undefined;
  return (parameters as { readonly cursor?: Continuation }).cursor?.after?.[0];
}
