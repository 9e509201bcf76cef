import type { EpochProof } from './header-proof.js';
import { hashPair } from './merkle-branch.js';

/** A block before the merge, as a `HeaderRecord` of the accumulator. */
export interface EpochRecord {
  readonly hash: Buffer;
  /** 32 bytes, little-endian. */
  readonly totalDifficulty: Buffer;
}

const DEPTH = 13;

/** The Merkle tree of an epoch of up to 8,192 blocks before the merge: `hash_tree_root(List(HeaderRecord, 8192))`. */
export class EpochTree {
  /** From the hashes of the records up to their root. */
  readonly #levels: Buffer[][];
  readonly #length: Buffer;

  constructor(private readonly records: readonly EpochRecord[]) {
    this.#length = Buffer.alloc(32);
    this.#length.writeUInt32LE(records.length);
    let level = records.map(({ hash, totalDifficulty }) => hashPair(hash, totalDifficulty));
    this.#levels = [level];
    for (let depth = 0; depth < DEPTH; depth++) {
      const below = level;
      level = Array.from({ length: Math.ceil(below.length / 2) }, (_, at) =>
        hashPair(below[2 * at]!, below[2 * at + 1] ?? ZEROS[depth]!),
      );
      this.#levels.push(level);
    }
  }

  get root(): Buffer {
    return hashPair(this.#levels[DEPTH]![0]!, this.#length);
  }

  /** The proof of the record at a position. */
  proofOf(position: number): EpochProof {
    const siblings = Array.from(
      { length: DEPTH },
      (_, depth) => this.#levels[depth]![Math.floor(position / 2 ** depth) ^ 1] ?? ZEROS[depth]!,
    );
    return { type: 0, epochBranch: [this.records[position]!.totalDifficulty, ...siblings, this.#length] };
  }
}

/** Root of a tree of zeros, by depth. */
const ZEROS: readonly Buffer[] = Array.from({ length: DEPTH }).reduce<Buffer[]>(
  (zeros) => [...zeros, hashPair(zeros.at(-1)!, zeros.at(-1)!)],
  [Buffer.alloc(32)],
);
