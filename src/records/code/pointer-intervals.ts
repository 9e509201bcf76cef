import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import { isBefore, type TxPosition } from '../../domain/chain/record/tx-position.js';
import type { CoveredBlocks } from './covered-blocks.js';

/** One write to a slot, in the form JSON carries. */
export interface PointerWrite extends TxPosition {
  /** 32 bytes as `0x` hex; null where only an access list shows the write. */
  readonly before: Hex | null;
  readonly after: Hex;
  /** Null for the allocation of the first block. */
  readonly txHash: Hash | null;
}

/** What replaced a pointer: the zero address where the slot was cleared or its contract destroyed. */
export interface Succession {
  readonly by: string;
  readonly blockNumber: number;
}

/** Blocks in which a pointer was seen. */
export interface PointerInterval {
  readonly pointer: Address;
  readonly firstSeenBlock: number;
  readonly lastSeenBlock: number;
  /** Null while nothing replaced it; absent where that is not known. */
  readonly superseded?: Succession | null;
}

export const ZERO_ADDRESS: Address = `0x${'00'.repeat(20)}`;

/**
 * The pointers that one slot held, oldest first.
 *
 * @param writes known writes to the slot, oldest first
 * @param destructions of contracts at the address, oldest first. Each clears the slot, even where no state
 * diff lists it
 */
export function pointerIntervals(
  writes: readonly PointerWrite[],
  destructions: readonly TxPosition[],
  covered: CoveredBlocks,
): PointerInterval[] {
  const slot = new SlotLife(covered);
  let next = 0;
  for (const write of writes) {
    while (next < destructions.length && isBefore(destructions[next]!, write))
      slot.destroy(destructions[next++]!);
    slot.write(write);
  }
  while (next < destructions.length) slot.destroy(destructions[next++]!);
  return slot.end();
}

class SlotLife {
  readonly #intervals: PointerInterval[] = [];
  #pointer = ZERO_ADDRESS;
  #since = 0;
  /** Last block with a write that found or left this pointer. */
  #confirmedAt = 0;

  constructor(private readonly covered: CoveredBlocks) {}

  write({ blockNumber, before, after }: PointerWrite): void {
    const found = before === null ? this.#leftBefore(blockNumber) : addressIn(before);
    // The write found another value than the last one left: writes between them are missing.
    if (found !== this.#pointer) {
      this.#lose(blockNumber - 1);
      this.#hold(found, blockNumber - 1);
    }
    if (addressIn(after) !== this.#pointer) {
      this.#supersede(addressIn(after), blockNumber);
      this.#hold(addressIn(after), blockNumber);
    }
    this.#confirmedAt = blockNumber;
  }

  /** What a write found that does not say it: what was left, if no block between is missing. */
  #leftBefore(blockNumber: number): Address {
    return this.covered.through(this.#confirmedAt) >= blockNumber - 1 ? this.#pointer : ZERO_ADDRESS;
  }

  destroy({ blockNumber }: TxPosition): void {
    this.#supersede(ZERO_ADDRESS, blockNumber);
    this.#hold(ZERO_ADDRESS, blockNumber);
  }

  end(): PointerInterval[] {
    const lastSeenBlock = this.covered.through(this.#confirmedAt);
    this.#see(lastSeenBlock, this.covered.reachHeadFrom(this.#confirmedAt) ? null : undefined);
    return this.#intervals;
  }

  #hold(pointer: Address, block: number): void {
    this.#pointer = pointer;
    this.#since = block;
    this.#confirmedAt = block;
  }

  #supersede(by: Address, blockNumber: number): void {
    this.#see(this.covered.lastBefore(blockNumber, this.#since), { by, blockNumber });
  }

  /** Ends the interval without a successor: writes after it are missing. */
  #lose(lastBlock: number): void {
    this.#see(Math.max(this.#since, Math.min(lastBlock, this.covered.through(this.#confirmedAt))));
  }

  #see(lastSeenBlock: number, superseded?: Succession | null): void {
    if (this.#pointer === ZERO_ADDRESS) return;
    const interval = { pointer: this.#pointer, firstSeenBlock: this.#since, lastSeenBlock };
    this.#intervals.push(superseded === undefined ? interval : { ...interval, superseded });
  }
}

/** The low 20 bytes of a word. A proxy calls this address whatever the upper bytes are. */
function addressIn(word: Hex): Address {
  return `0x${word.slice(-40)}`;
}
