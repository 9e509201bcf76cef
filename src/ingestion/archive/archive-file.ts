import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { decodeHeader } from '../../domain/chain/codec/header-rlp.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { BadArchive } from './bad-archive.js';
import { readSnappyFrames } from './snappy-frames.js';

/** Types of the entries of e2store files that are read, little-endian. */
const TYPES = {
  header: 0x03,
  body: 0x04,
  receipts: 0x05,
  totalDifficulty: 0x06,
  accumulator: 0x07,
  slimReceipts: 0x0a,
  proof: 0x0b,
} as const;

/** The entry that every e2store file begins with. */
const VERSION = Buffer.from('6532000000000000', 'hex');
const ENTRY_HEADER_BYTES = 8;
const COUNT_BYTES = 8;
const MOST_BLOCKS = 8_192;

interface Entry {
  readonly offset: number;
  readonly length: number;
}

/** The parts of each block of a file. */
type Part = 'header' | 'body' | 'receipts' | 'slimReceipts' | 'totalDifficulty' | 'proof';

/**
 * One `.ere` or `.era1` file: up to 8,192 blocks without frames and state. TRUST: none. It is read entry by
 * entry, without its index. Positions count the blocks in the file, from 0.
 */
export class ArchiveFile {
  #parts: ReadonlyMap<number, readonly Entry[]> | undefined;

  private constructor(
    readonly name: string,
    private readonly file: number,
    private readonly size: number,
    /** The blocks that the file says it has. */
    readonly range: BlockRange,
  ) {}

  /** Opens a file and reads which blocks it has. @throws BadArchive, or Error when it cannot be read */
  static open(name: string): ArchiveFile {
    const file = openSync(name, 'r');
    try {
      const { size } = fstatSync(file);
      const version = bytesAt(file, { offset: 0, length: Math.min(size, VERSION.length) });
      if (!version.equals(VERSION)) throw new BadArchive(`${name} is no e2store file`);
      const first = entryAt(file, VERSION.length, size, name);
      if (first.type !== TYPES.header)
        throw new BadArchive(`${name} begins without a block header: only .ere and .era1 files are read`);
      const { number } = decodeHeader(readSnappyFrames(bytesAt(file, first)));
      const count = Number(
        bytesAt(file, { offset: size - COUNT_BYTES, length: COUNT_BYTES }).readBigUInt64LE(),
      );
      if (count < 1 || count > MOST_BLOCKS)
        throw new BadArchive(`${name} ends without an index: it is cut short`);
      return new ArchiveFile(name, file, size, { fromBlock: number, toBlock: number + count - 1 });
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  get length(): number {
    return this.range.toBlock - this.range.fromBlock + 1;
  }

  /** Whether the blocks have this part. @throws BadArchive where only some of them do */
  has(part: Part): boolean {
    const count = this.#entries(part).length;
    if (count !== 0 && count !== this.length)
      throw new BadArchive(`${this.name} has ${count} entries of ${part} for ${this.length} blocks`);
    return count > 0;
  }

  /** A part of a block, uncompressed. */
  part(part: Part, position: number): Buffer {
    const bytes = bytesAt(this.file, this.#entries(part)[position]!);
    return part === 'totalDifficulty' ? bytes : readSnappyFrames(bytes);
  }

  /** Root of the epoch's accumulator, 32 bytes; undefined in a file that has none. */
  accumulatorRoot(): Buffer | undefined {
    const entry = this.#entries('accumulator')[0];
    return entry && bytesAt(this.file, entry);
  }

  close(): void {
    closeSync(this.file);
  }

  #entries(part: keyof typeof TYPES): readonly Entry[] {
    this.#parts ??= this.#scan();
    return this.#parts.get(TYPES[part]) ?? [];
  }

  #scan(): Map<number, Entry[]> {
    const parts = new Map<number, Entry[]>();
    for (let at = VERSION.length; at < this.size; ) {
      const { type, end, ...entry } = entryAt(this.file, at, this.size, this.name);
      let entries = parts.get(type);
      if (entries === undefined) {
        entries = [];
        parts.set(type, entries);
      }
      entries.push(entry);
      at = end;
    }
    return parts;
  }
}

function entryAt(
  file: number,
  at: number,
  size: number,
  name: string,
): Entry & { type: number; end: number } {
  if (at + ENTRY_HEADER_BYTES > size) throw new BadArchive(`${name} is cut short`);
  const header = bytesAt(file, { offset: at, length: ENTRY_HEADER_BYTES });
  const length = header.readUInt32LE(2);
  const offset = at + ENTRY_HEADER_BYTES;
  if (offset + length > size) throw new BadArchive(`${name} is cut short`);
  return { type: header.readUInt16LE(0), offset, length, end: offset + length };
}

function bytesAt(file: number, { offset, length }: Entry): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, bytes, filled, length - filled, offset + filled);
    if (count === 0) throw new BadArchive('the file became shorter while it was read');
    filled += count;
  }
  return bytes;
}
