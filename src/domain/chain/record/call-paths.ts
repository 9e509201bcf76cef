import type { Frame, PrecompileCall } from './block.js';
import { ROOT_PATH } from './frame-path.js';

/** Places in the call tree of one transaction as it was executed: two bytes per level like a frame's path, every call counted. */
export interface CallPaths {
  /** In the order of the frames. */
  readonly ofFrames: readonly Buffer[];
  /** In the order of the calls to precompiles. */
  readonly ofPrecompileCalls: readonly Buffer[];
}

/** @param frames in pre-order, by the paths that leave calls to precompiles out */
export function callPaths(frames: readonly Frame[], calls: readonly PrecompileCall[]): CallPaths {
  const taken = new Map<number, Set<number>>();
  for (const { caller, position } of calls) {
    const positions = taken.get(caller) ?? new Set();
    taken.set(caller, positions.add(position));
  }
  const ofFrames: Buffer[] = [];
  /** By level: the index of the frame, and the position of its next call. */
  const open: { at: number; next: number }[] = [];
  frames.forEach(({ path }, at) => {
    const level = path.length / 2;
    const parent = open[level - 1];
    if (parent) while (taken.get(parent.at)?.has(parent.next)) parent.next += 1;
    ofFrames.push(parent ? below(ofFrames[parent.at]!, parent.next++) : ROOT_PATH);
    open[level] = { at, next: 0 };
  });
  return {
    ofFrames,
    ofPrecompileCalls: calls.map(({ caller, position }) => below(ofFrames[caller]!, position)),
  };
}

function below(path: Buffer, position: number): Buffer {
  const longer = Buffer.alloc(path.length + 2);
  path.copy(longer);
  longer.writeUInt16BE(position, path.length);
  return longer;
}
