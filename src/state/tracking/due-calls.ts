import type { BlockContext } from '../execution/run/block-context.js';
import type { StateAtBlock } from '../history/state-at-block.js';
import type { StatePlace } from '../history/state-history.js';
import type { TrackedCall } from './tracked-run.js';

/** A call that is to run at a block. */
export interface Due extends TrackedCall {
  readonly lowest?: number;
  /** The blocks above have their runs. */
  readonly isBackwards?: boolean;
  /** What its run before read, where that is at hand. */
  readonly read?: readonly StatePlace[];
}

/** Calls that are due at one block. */
export interface DueAtBlock {
  readonly context: BlockContext;
  readonly state: StateAtBlock;
  open: readonly Due[];
}

/** The open calls in parts of at most so many. */
export function* inParts(due: readonly DueAtBlock[], most: number): Generator<DueAtBlock[]> {
  let part: DueAtBlock[] = [];
  let room = most;
  for (const { context, state, open } of due) {
    for (let at = 0; at < open.length; ) {
      const calls = open.slice(at, at + room);
      part.push({ context, state, open: calls });
      at += calls.length;
      room -= calls.length;
      if (room > 0) continue;
      yield part;
      part = [];
      room = most;
    }
  }
  if (part.length > 0) yield part;
}
