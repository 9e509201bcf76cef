import { join, resolve } from 'node:path';

/** The answers kept of each block, in the order they lie in the file. */
export const ANSWER_KINDS = ['block', 'receipts', 'calls', 'prestate', 'flatTraces', 'stateDiff'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

export interface BlockEntry {
  readonly number: number;
  readonly hash: string;
  readonly transactions: number;
  readonly logs: number;
  readonly frames: number;
  /** Byte where each answer begins, and where the last one ends, by `ANSWER_KINDS`. */
  readonly offsets: readonly number[];
}

/** Written beside the answers once all of them are there. */
export interface BlockIndex {
  readonly recipe: string;
  readonly blocks: readonly BlockEntry[];
}

const CACHE = resolve('.cache');

/** One JSON answer per line, `ANSWER_KINDS.length` lines a block. Large; never committed. */
export const BLOCK_FILE = join(CACHE, 'bench-blocks.ndjson');
export const INDEX_FILE = join(CACHE, 'bench-blocks.index.json');
