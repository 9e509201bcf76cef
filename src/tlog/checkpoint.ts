import type { TreeHash } from './merkle-tree.js';
import { HASH_BYTES } from './tile.js';

/** A log states that it has this many entries, and that their tree has this root. */
export interface Checkpoint {
  /** Name of the log: its URL without the scheme. */
  readonly origin: string;
  readonly size: number;
  readonly root: TreeHash;
}

export class InvalidCheckpoint extends Error {
  override readonly name = 'InvalidCheckpoint';
}

/** The text that is signed (C2SP tlog-checkpoint). */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** Ignores further lines: they are extensions. @throws InvalidCheckpoint */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin, digits, encoded] = text.split('\n');
  const root = Buffer.from(encoded ?? '', 'base64');
  const isSize = /^(0|[1-9]\d{0,15})$/.test(digits ?? '') && Number.isSafeInteger(Number(digits));
  if (!origin || !isSize || root.length !== HASH_BYTES || root.toString('base64') !== encoded)
    throw new InvalidCheckpoint('this is no checkpoint of a log');
  return { origin, size: Number(digits), root };
}
