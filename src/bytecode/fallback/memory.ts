import { wordOf } from '../../domain/chain/word.js';
import { CHAIN_WORD, madeOf, type Word, ZERO } from './word.js';

/** The most writes to memory on one path. Each read searches them, and proxies need fewer. */
const MOST_WRITES = 128;
/** The most bytes that a read assembles; the content of a longer read counts as not known. */
const LONGEST_READ = 512;

/** One write at [start, end): bytes, or unknown words with their origin. */
interface Write {
  readonly start: number;
  readonly end: number;
  readonly word: Word;
  /**
   * The written bytes, zeros after their end; absent when they are not known, or when `word` itself was
   * written.
   */
  readonly bytes?: Buffer;
  readonly before: Write | undefined;
  readonly count: number;
}

/**
 * Memory of a call that is followed, not executed. It is immutable: a write makes a new one, and branches
 * share the older writes.
 */
export class Memory {
  static readonly EMPTY = new Memory(undefined);

  private constructor(private readonly newest: Write | undefined) {}

  get isFull(): boolean {
    return (this.newest?.count ?? 0) >= MOST_WRITES;
  }

  /** Memory with a word of 32 bytes at `start`. */
  withWord(start: number, word: Word): Memory {
    return this.with({ start, end: start + 32, word });
  }

  /** Memory with `size` bytes at `start` of which only the origin is known. */
  withUnknown(start: number, size: number, word: Word): Memory {
    return this.with({ start, end: start + size, word: { ...word, value: undefined } });
  }

  /** Memory with the first `size` of these bytes at `start`, zeros after their end. */
  withBytes(start: number, size: number, bytes: Buffer, word: Word): Memory {
    return this.with({ start, end: start + size, word, bytes });
  }

  /** The word at an offset. */
  wordAt(start: number): Word {
    let write = this.newest;
    while (write !== undefined && (write.end <= start || write.start >= start + 32)) write = write.before;
    if (write?.start === start && write.end === start + 32 && write.bytes === undefined) return write.word;
    const { bytes, word } = this.read(start, 32);
    return bytes === undefined ? word : madeOf([word], BigInt(`0x${bytes.toString('hex')}`));
  }

  /** The content of [start, start + size): its bytes when all are known, and their origin. */
  read(start: number, size: number): { bytes?: Buffer; word: Word } {
    if (size > LONGEST_READ) return { word: CHAIN_WORD };
    const bytes = Buffer.alloc(size);
    const filled = new Uint8Array(size);
    const parts: Word[] = [];
    let missing = size;
    let isKnown = true;
    for (let write = this.newest; write !== undefined && missing > 0; write = write.before) {
      const [first, end] = [Math.max(start, write.start), Math.min(start + size, write.end)];
      if (first >= end) continue;
      const source = sourceOf(write);
      let isSeen = false;
      for (let at = first; at < end; at++) {
        if (filled[at - start] === 1) continue;
        filled[at - start] = 1;
        missing--;
        isSeen = true;
        if (source !== undefined) bytes[at - start] = source[at - write.start] ?? 0;
      }
      if (!isSeen) continue;
      parts.push(write.word);
      isKnown &&= source !== undefined;
    }
    const word = parts.length === 0 ? ZERO : madeOf(parts);
    return isKnown ? { bytes, word } : { word };
  }

  /** Whether the bytes at an offset are known, and are these. */
  holds(start: number, bytes: Buffer): boolean {
    return this.read(start, bytes.length).bytes?.equals(bytes) ?? false;
  }

  private with(write: Omit<Write, 'before' | 'count'>): Memory {
    if (write.end === write.start) return this;
    return new Memory({ ...write, before: this.newest, count: (this.newest?.count ?? 0) + 1 });
  }
}

function sourceOf({ bytes, word }: Write): Buffer | undefined {
  if (bytes !== undefined || word.value === undefined) return bytes;
  return wordOf(word.value);
}
