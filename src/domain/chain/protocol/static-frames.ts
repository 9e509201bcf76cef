import type { Frame } from '../record/block.js';
import { frameLevel } from '../record/frame-path.js';

/**
 * For each frame of one transaction, in pre-order: whether it or a frame around it is a STATICCALL, so that
 * it cannot write or log.
 */
export function staticFrames(frames: readonly Frame[]): boolean[] {
  const byLevel: boolean[] = [];
  return frames.map(({ type, path }) => {
    const level = frameLevel(path);
    const isStatic = type === 'STATICCALL' || (byLevel[level - 1] ?? false);
    byLevel[level] = isStatic;
    return isStatic;
  });
}
