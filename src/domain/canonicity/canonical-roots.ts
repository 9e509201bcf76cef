/** Trusted roots that header proofs lead to. They are public and the same for everybody; lists only grow. */
export interface CanonicalRoots {
  /** Of each epoch of 8,192 blocks before the merge, in order: the frozen accumulator of EIP-7643. */
  readonly epochs: readonly Buffer[];
  /**
   * By era of 8,192 slots: before Capella the entry of `historical_roots`, since then the `block_summary_root` of the entry of
   * `historical_summaries`. An era may be absent.
   */
  readonly eras: ReadonlyMap<number, Buffer>;
  /** First slot of Gloas; undefined where its time is not known. */
  readonly gloasSlot?: number;
}

/** Blocks of an epoch before the merge, and slots of an era. */
export const BATCH_LENGTH = 8_192;

const LINE = /^(\d+) ([0-9a-f]{64})$/;

/** Reads lines of a number and a root in hex, by number. @throws RangeError at another line, or one out of order */
export function readRoots(text: string): ReadonlyMap<number, Buffer> {
  const roots = new Map<number, Buffer>();
  let last = -1;
  for (const [at, line] of text.trimEnd().split('\n').entries()) {
    const [, number, root] = LINE.exec(line) ?? [];
    if (number === undefined || Number(number) <= last)
      throw new RangeError(`line ${at + 1} is not in order`);
    last = Number(number);
    roots.set(last, Buffer.from(root!, 'hex'));
  }
  return roots;
}
