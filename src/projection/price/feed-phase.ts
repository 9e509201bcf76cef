import type { VerifiedBlock } from '../../domain/chain/record/block.js';

/**
 * Slot of the current phase in Chainlink's AggregatorProxy, after the two of its owner. The proxy emits no
 * event when it changes.
 */
export const PHASE_SLOT = Buffer.from('02'.padStart(64, '0'), 'hex');

export interface FeedPhase {
  readonly proxy: Buffer;
  readonly phase: number;
  /** Zero where there is none: the proxy has no answer then. */
  readonly aggregator: Buffer;
}

/** The decoded phase slot: the number of the phase in the lowest two bytes, the aggregator above it. */
export function phaseOf(proxy: Buffer, word: Buffer): FeedPhase {
  return { proxy, phase: word.readUInt16BE(30), aggregator: word.subarray(10, 30) };
}

/** Finds the proxies whose phase a block changed. */
export class PhaseChanges {
  readonly #proxies: ReadonlySet<string>;
  /** First four bytes of the proxies: a cheap test for every account that a block changes. */
  readonly #prefixes: ReadonlySet<number>;

  constructor(proxies: readonly Buffer[]) {
    this.#proxies = new Set(proxies.map((proxy) => proxy.toString('latin1')));
    this.#prefixes = new Set(proxies.map((proxy) => proxy.readUInt32BE(0)));
  }

  /** The phases in which a block left the proxies that it changed. */
  in({ stateChanges = [] }: VerifiedBlock): Iterable<FeedPhase> {
    const left = new Map<string, FeedPhase>();
    for (const changes of stateChanges) {
      for (const { address, storage } of changes) {
        if (storage.length === 0 || !this.#prefixes.has(address.readUInt32BE(0))) continue;
        const key = address.toString('latin1');
        if (!this.#proxies.has(key)) continue;
        const write = storage.find(({ slot }) => slot.equals(PHASE_SLOT));
        if (write) left.set(key, phaseOf(address, write.after));
      }
    }
    return left.values();
  }
}
