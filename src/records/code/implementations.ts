import type { ProxySlotName } from '../../bytecode/fallback/proxy-slots.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { type CodeStep, deployments, destructions } from './code-history.js';
import type { CoveredBlocks } from './covered-blocks.js';
import { type PointerInterval, type PointerWrite, pointerIntervals } from './pointer-intervals.js';

/** Names of the slots that hold pointers to implementations, as sources. */
export const POINTER_SOURCES = {
  eip1967_implementation: 'storage_eip1967_impl',
  eip1967_beacon: 'storage_beacon',
  oz_v1_implementation: 'storage_oz_v1',
  eip1822_proxiable: 'storage_eip1822',
} as const satisfies Partial<Record<ProxySlotName, string>>;

export type PointerSlot = keyof typeof POINTER_SOURCES;
export type PointerSource = (typeof POINTER_SOURCES)[PointerSlot];

/** A code change with the target of an EIP-1167 clone; null for other code. */
export interface CloneStep extends CodeStep {
  readonly cloneTarget: Address | null;
}

export interface SlotWrite extends PointerWrite {
  readonly slot: PointerSlot;
}

/** The last write to a slot that a transaction made. */
export interface LastWrite {
  readonly kind: 'set' | 'changed' | 'cleared';
  readonly blockNumber: number;
  readonly txHash: Hash;
}

/** One implementation of a proxy, over the whole time it was pointed at; for a beacon proxy, the beacon. */
export interface Implementation extends PointerInterval {
  readonly source: 'eip1167' | PointerSource;
  /** Absent for `eip1167`: the code itself contains the address. */
  readonly slot?: PointerSlot;
  /** Common to all implementations in a slot; absent where no transaction is known to have written it. */
  readonly lastWrite?: LastWrite;
}

const ZERO_WORD = `0x${'00'.repeat(32)}`;

/**
 * The delegation targets of an address, newest seen first, ties by source and address.
 *
 * @param steps every known change of its code, oldest first
 * @param writes every known write to its slots, oldest first
 */
export function implementationsOf(
  steps: readonly CloneStep[],
  writes: readonly SlotWrite[],
  covered: CoveredBlocks,
): Implementation[] {
  const found = new Map<string, Implementation>();
  for (const implementation of [...clones(steps, covered), ...pointers(steps, writes, covered)]) {
    const key = `${implementation.source} ${implementation.pointer}`;
    found.set(key, joined(found.get(key), implementation));
  }
  return [...found]
    .sort(([keyA, a], [keyB, b]) => b.lastSeenBlock - a.lastSeenBlock || (keyA < keyB ? -1 : 1))
    .map(([, implementation]) => implementation);
}

function clones(steps: readonly CloneStep[], covered: CoveredBlocks): Implementation[] {
  return deployments(steps).flatMap(({ begin, end }) => {
    const { cloneTarget: pointer, blockNumber: firstSeenBlock } = begin;
    if (pointer === null) return [];
    const lastSeenBlock = end
      ? covered.lastBefore(end.blockNumber, firstSeenBlock)
      : covered.through(firstSeenBlock);
    return [{ source: 'eip1167' as const, pointer, firstSeenBlock, lastSeenBlock }];
  });
}

function pointers(
  steps: readonly CloneStep[],
  writes: readonly SlotWrite[],
  covered: CoveredBlocks,
): Implementation[] {
  const ends = destructions(steps);
  return (Object.keys(POINTER_SOURCES) as PointerSlot[]).flatMap((slot) => {
    const ofSlot = writes.filter((write) => write.slot === slot);
    if (ofSlot.length === 0) return [];
    const lastWrite = lastWriteOf(ofSlot);
    return pointerIntervals(ofSlot, ends, covered).map((interval) => ({
      ...interval,
      source: POINTER_SOURCES[slot],
      slot,
      ...(lastWrite && { lastWrite }),
    }));
  });
}

function lastWriteOf(writes: readonly SlotWrite[]): LastWrite | undefined {
  const last = writes.at(-1);
  if (!last || last.txHash === null) return undefined;
  const { before, after, blockNumber, txHash } = last;
  const kind = after === ZERO_WORD ? 'cleared' : before === ZERO_WORD ? 'set' : 'changed';
  return { kind, blockNumber, txHash };
}

/** Joins intervals of the same implementation. Only the later one has its end. */
function joined(earlier: Implementation | undefined, later: Implementation): Implementation {
  return earlier ? { ...later, firstSeenBlock: earlier.firstSeenBlock } : later;
}
