import type { Frame } from '../record/block.js';
import { frameLevel } from '../record/frame-path.js';

/** For each frame of one transaction, in pre-order: whether it or a frame around it failed. */
export function undoneFrames(frames: readonly Frame[]): boolean[] {
  // The frames below a failed frame follow it, up to the next frame that is no deeper.
  let failed = Number.POSITIVE_INFINITY;
  return frames.map(({ path, error }) => {
    const level = frameLevel(path);
    if (level <= failed) failed = error === undefined ? Number.POSITIVE_INFINITY : level;
    return failed !== Number.POSITIVE_INFINITY;
  });
}
