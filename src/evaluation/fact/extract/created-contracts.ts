import type { Frame, Transaction, VerifiedBlock } from '../../../kernel/chain/block.js';
import { toHex } from '../../../kernel/chain/hex.js';
import { undoneFrames } from '../../../kernel/chain/undone-frames.js';

/** A frame that gave an address code, and that nothing undid. */
export interface Creation {
  readonly frame: Frame;
  /** Place in pre-order. */
  readonly at: number;
  readonly address: string;
  readonly creator: string;
}

const NONE: readonly Creation[] = [];

/** The contracts that one transaction created, in the order of their frames. */
export function creationsOf(frames: readonly Frame[] | undefined): readonly Creation[] {
  if (!frames?.some(isCreation)) return NONE;
  const undone = undoneFrames(frames);
  return frames.flatMap((frame, at) =>
    isCreation(frame) && !undone[at] && frame.to !== undefined && frame.output.length > 0
      ? [{ frame, at, address: toHex(frame.to), creator: toHex(frame.from) }]
      : [],
  );
}

function isCreation({ type }: Frame): boolean {
  return type === 'CREATE' || type === 'CREATE2';
}

/** One transaction of a block with what extractors ask about it again and again. */
export class TransactionContext {
  #creations: readonly Creation[] | undefined;
  #given: ReadonlySet<string> | undefined;

  constructor(
    readonly block: VerifiedBlock,
    readonly index: number,
  ) {}

  get transaction(): Transaction {
    return this.block.transactions[this.index]!;
  }

  get frames(): readonly Frame[] | undefined {
    return this.block.frames?.[this.index];
  }

  get creations(): readonly Creation[] {
    this.#creations ??= creationsOf(this.frames);
    return this.#creations;
  }

  /** Addresses to which this transaction gave code. */
  get givenCode(): ReadonlySet<string> {
    if (this.#given === undefined) {
      const changed = (this.block.stateChanges?.[this.index] ?? []).filter(
        ({ code }) => code && code.length > 0,
      );
      this.#given = new Set([
        ...changed.map(({ address }) => toHex(address)),
        ...this.creations.map(({ address }) => address),
      ]);
    }
    return this.#given;
  }

  wasCreatedBy(address: string, creator: string): boolean {
    return this.creations.some((creation) => creation.address === address && creation.creator === creator);
  }
}
