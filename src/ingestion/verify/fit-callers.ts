import { keepsContext } from '../../domain/chain/protocol/keeps-context.js';
import type { Frame } from '../../domain/chain/record/block.js';
import { frameLevel } from '../../domain/chain/record/frame-path.js';
import { sameAddress } from '../../domain/chain/record/same-address.js';

/** Gas that a call with value is given on top of what its caller pays for; not every tracer adds it. */
const STIPEND = 2_300;

/**
 * An inconsistency in callers or gas of one transaction's frames; undefined if there is none. The caller of
 * each frame must be the account that the frame around it runs as, and no frame may use more gas than it got.
 *
 * @param frames in pre-order
 */
export function problemOfCallers(frames: readonly Frame[]): { problem: string; path: string } | undefined {
  /** By level: the account that the open frame runs as. */
  const contexts: (Buffer | undefined)[] = [];
  for (const frame of frames) {
    const { path, type, from, to, gas, gasUsed } = frame;
    const level = frameLevel(path);
    const caller = contexts[level - 1];
    if (level > 1 && caller !== undefined && !sameAddress(caller, from))
      return {
        problem: 'a frame begun by another account than the one around it',
        path: path.toString('hex'),
      };
    // The root's gas is not the tracer's.
    if (level > 1 && gasUsed > gas + STIPEND && type !== 'SELFDESTRUCT')
      return { problem: 'a frame that used more gas than it had', path: path.toString('hex') };
    contexts[level] = keepsContext(frame) ? caller : to;
  }
  return undefined;
}
