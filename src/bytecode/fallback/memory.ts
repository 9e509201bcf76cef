import { wordOf } from '../../domain/chain/word.js';
import { CHAIN_WORD, madeOf, type Word, ZERO } from './word.js';

/** How many writes are remembered: more is no proxy, and each read looks through them. */
const MOST_WRITES = 128;
/** Beyond it no longer put together byte by byte. */
const LONGEST_READ = 512;

/** One write at [start, end): bytes, or unknown words with their origin. */
interface Write {
  readonly start: number;
  readonly end: number;
  readonly word: Word;
  /** Source of the bytes written, zeros after its end; absent when unknown or when `word` is what was written. */
  readonly bytes?: Buffer;
  readonly before: Write | undefined;
  readonly count: number;
}

/** Memory of a call that was only followed, not run. Writes make a new one, so that branches share what was before. */
export class Memory {
  static readonly EMPTY = new Memory(undefined);

  private constructor(private readonly newest: Write | undefined) {}

  get isFull(): boolean {
    return (this.newest?.count ?? 0) >= MOST_WRITES;
  }

  /** 32 bytes. */
  withWord(start: number, word: Word): Memory {
    return this.with({ start, end: start + 32, word });
  }

  /** `size` bytes of which only the origin is known. */
  withUnknown(start: number, size: number, word: Word): Memory {
    return this.with({ start, end: start + size, word: { ...word, value: undefined } });
  }

  /** `size` bytes of a source, zeros after its end. */
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

  /** Whether exactly these known bytes are at an offset. */
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
