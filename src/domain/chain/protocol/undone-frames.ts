import type { Frame } from '../record/block.js';
import { frameLevel } from '../record/frame-path.js';

/** For each frame of one transaction, in pre-order: whether it, or a frame it runs in, failed, so that nothing of it remains. */
export function undoneFrames(frames: readonly Frame[]): boolean[] {
  // Frames that a failed frame undoes follow it, down to the next frame that is no deeper.
  let failed = Number.POSITIVE_INFINITY;
  return frames.map(({ path, error }) => {
    const level = frameLevel(path);
    if (level <= failed) failed = error === undefined ? Number.POSITIVE_INFINITY : level;
    return failed !== Number.POSITIVE_INFINITY;
  });
}
