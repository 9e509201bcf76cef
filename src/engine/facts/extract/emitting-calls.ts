import { runsAs } from '../../../domain/chain/protocol/keeps-context.js';
import { staticFrames } from '../../../domain/chain/protocol/static-frames.js';
import { undoneFrames } from '../../../domain/chain/protocol/undone-frames.js';
import type { Frame } from '../../../domain/chain/record/block.js';

/** A call that may have emitted logs of its own. */
export interface EmittingCall {
  readonly frame: Frame;
  /** Place in pre-order. */
  readonly at: number;
  readonly to: Buffer;
  /** Indexes of the logs that the call itself emitted; absent where the tracer does not tell. */
  readonly logIndexes?: readonly number[];
  /**
   * Whether it is known which logs are the call's: the tracer tells, or no other frame can have logged as the
   * callee.
   */
  readonly isOnly: boolean;
}

/**
 * The calls of one transaction that can have logged.
 *
 * @param isWanted whether calls of this callee are wanted
 */
export function emittingCalls(
  frames: readonly Frame[],
  isWanted: (callee: Buffer) => boolean,
): readonly EmittingCall[] {
  const emits = emittingFrames(frames);
  const count = new Map<string, number>();
  frames.forEach((frame, at) => {
    const account = emits[at] ? runsAs(frame)?.toString('latin1') : undefined;
    if (account !== undefined) count.set(account, (count.get(account) ?? 0) + 1);
  });
  return frames.flatMap((frame, at) => {
    const { type, to, logIndexes } = frame;
    if (type !== 'CALL' || to === undefined || !emits[at] || !isWanted(to)) return [];
    const isOnly = logIndexes !== undefined || count.get(to.toString('latin1')) === 1;
    return [{ frame, at, to, ...(logIndexes && { logIndexes }), isOnly }];
  });
}

/** For each frame, in pre-order, whether it can have left a log: undone and static frames cannot. */
function emittingFrames(frames: readonly Frame[]): boolean[] {
  const undone = undoneFrames(frames);
  const statics = staticFrames(frames);
  return frames.map(({ type }, at) => !undone[at] && !statics[at] && type !== 'SELFDESTRUCT');
}
