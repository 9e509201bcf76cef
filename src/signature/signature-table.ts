import type { Hex } from '../domain/chain/hex.js';

const NEWLINE = 10;

/** The kind of declaration, by the first word of a line. */
export type SignatureKind = 'error' | 'event' | 'function';

/** One line of the table. */
export interface TableEntry {
  /** Number of distinct ABIs that declare it; 0 for a bare signature that no known ABI declares. */
  readonly uses: number;
  /**
   * A signature, as `transfer(address,uint256)`. Of an event that an ABI declares, a declaration, as
   * `Paid(address indexed from,uint256 amount)`.
   */
  readonly declaration: string;
}

/**
 * Known signatures as text: lines `<kind> <hash without 0x> <uses> <declaration>` in ascending order of
 * bytes, each with a line feed at its end. The text stays one buffer and is searched in place, so opening it
 * costs a file read and makes no objects.
 */
export class SignatureTable {
  constructor(private readonly text: Buffer) {}

  /** The lines of one hash (lower-case `0x` hex), in no meaningful order. */
  entries(kind: SignatureKind, hash: Hex): TableEntry[] {
    const prefix = Buffer.from(`${kind} ${hash.slice(2)} `, 'latin1');
    const found: TableEntry[] = [];
    for (let at = this.#firstNotBefore(prefix); this.#compare(at, prefix) === 0; ) {
      const end = this.text.indexOf(NEWLINE, at);
      const line = this.text.toString('latin1', at + prefix.length, end);
      const space = line.indexOf(' ');
      found.push({ uses: Number(line.slice(0, space)), declaration: line.slice(space + 1) });
      at = end + 1;
    }
    return found;
  }

  /** Offset of the first line that does not sort before the prefix. */
  #firstNotBefore(prefix: Buffer): number {
    let low = 0;
    let high = this.text.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = middle === 0 ? 0 : this.text.lastIndexOf(NEWLINE, middle - 1) + 1;
      if (this.#compare(start, prefix) < 0) low = this.text.indexOf(NEWLINE, middle) + 1;
      else high = start;
    }
    return low;
  }

  /** Compares the text from `at` on with the prefix. The end of the text sorts after every prefix. */
  #compare(at: number, prefix: Buffer): number {
    if (at >= this.text.length) return 1;
    return this.text.compare(prefix, 0, prefix.length, at, Math.min(at + prefix.length, this.text.length));
  }
}
