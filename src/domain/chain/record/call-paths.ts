import type { Frame, PrecompileCall } from './block.js';
import { childPath, frameLevel, ROOT_PATH } from './frame-path.js';

/** Places in a transaction's call tree as executed: paths that count calls to precompiles too. */
export interface CallPaths {
  /** In the order of the frames. */
  readonly ofFrames: readonly Buffer[];
  /** In the order of the calls to precompiles. */
  readonly ofPrecompileCalls: readonly Buffer[];
}

/** @param frames in pre-order; their own paths do not count calls to precompiles */
export function callPaths(frames: readonly Frame[], calls: readonly PrecompileCall[]): CallPaths {
  const taken = new Map<number, Set<number>>();
  for (const { caller, position } of calls) {
    const positions = taken.get(caller) ?? new Set();
    taken.set(caller, positions.add(position));
  }
  const ofFrames: Buffer[] = [];
  /** For each level: the index of the open frame, and the position of its next call. */
  const open: { at: number; next: number }[] = [];
  frames.forEach(({ path }, at) => {
    const level = frameLevel(path);
    const parent = open[level - 1];
    if (parent) while (taken.get(parent.at)?.has(parent.next)) parent.next += 1;
    ofFrames.push(parent ? childPath(ofFrames[parent.at]!, parent.next++) : ROOT_PATH);
    open[level] = { at, next: 0 };
  });
  return {
    ofFrames,
    ofPrecompileCalls: calls.map(({ caller, position }) => childPath(ofFrames[caller]!, position)),
  };
}
