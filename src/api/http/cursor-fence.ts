import { setTimeout } from 'node:timers/promises';
import { REORG_DEPTH } from '../../domain/chain/protocol/reorg-depth.js';
import { serviceUnavailable } from '../refusal/record-refusals.js';
import type { Continuation } from './cursor/continuation.js';
import { type DocumentedMethod, isChainMethod } from './method/documented-method.js';

const PATIENCE_MS = 2_000;
const LOOK_MS = 50;

/**
 * Holds back the next page of a list whose last page ended above the newest block stored here. Another process may have given that page:
 * rows between the two would be missing without notice.
 */
export class CursorFence {
  /** The highest block that was held and that no reorganisation replaces. */
  #settled = -1;

  /** @param newest number of the newest block that is held; undefined where none is */
  constructor(private readonly newest: () => Promise<number | undefined>) {}

  /**
   * Resolves when the block that a cursor has come to is held; at once where there is none.
   * @throws {Refusal} `service_unavailable` when it is not within two seconds
   */
  pass(method: DocumentedMethod, parameters: object): Promise<void> | undefined {
    const block = blockOf(method, parameters);
    return block === undefined || block <= this.#settled ? undefined : this.#reach(block);
  }

  async #reach(block: number): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const head = (await this.newest()) ?? -1;
      this.#settled = Math.max(this.#settled, head - REORG_DEPTH);
      if (block <= head) return;
      if (Date.now() > deadline) throw serviceUnavailable();
      await setTimeout(LOOK_MS);
    }
  }
}

/** The block of the last row that was served. */
function blockOf(method: DocumentedMethod, parameters: object): number | undefined {
  if (!isChainMethod(method) || !method.list?.cursorsByBlock) return undefined;
  return (parameters as { readonly cursor?: Continuation }).cursor?.after?.[0];
}
