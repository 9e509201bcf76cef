import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address } from '../../../domain/chain/hex.js';
import { undoneFrames } from '../../../domain/chain/protocol/undone-frames.js';
import type { Frame } from '../../../domain/chain/record/block.js';
import { isCreation } from '../../../domain/chain/record/is-creation.js';

/** A frame that gave an address code, and that nothing undid. */
export interface Creation {
  readonly frame: Frame;
  /** Place in pre-order. */
  readonly at: number;
  readonly address: Address;
  readonly creator: Address;
}

const NONE: readonly Creation[] = [];

/** The contracts that one transaction created, in the order of their frames. */
export function creationsOf(frames: readonly Frame[] | undefined): readonly Creation[] {
  if (!frames?.some(({ type }) => isCreation(type))) return NONE;
  const undone = undoneFrames(frames);
  return frames.flatMap((frame, at) =>
    isCreation(frame.type) && !undone[at] && frame.to !== undefined && frame.output.length > 0
      ? [{ frame, at, address: toHex(frame.to), creator: toHex(frame.from) }]
      : [],
  );
}
