import type { Frame } from '../../kernel/chain/block.js';
import { sameAddress } from '../../kernel/chain/same-address.js';

/** Gas that a call with value is given on top of what its caller pays for; not every tracer adds it. */
const STIPEND = 2_300;

/**
 * What is wrong with who calls in one transaction's frames, and with their gas: a frame is begun by the account that the frame around
 * it runs as, and uses no more gas than it was given.
 *
 * @param frames in pre-order
 */
export function problemOfCallers(frames: readonly Frame[]): { problem: string; path: string } | undefined {
  /** Whom the frame of each level runs as. */
  const contexts: (Buffer | undefined)[] = [];
  for (const { path, type, from, to, gas, gasUsed } of frames) {
    const level = path.length / 2;
    const caller = contexts[level - 1];
    if (level > 1 && caller !== undefined && !sameAddress(caller, from))
      return {
        problem: 'a frame begun by another account than the one around it',
        path: path.toString('hex'),
      };
    // What a tracer says of the root is not kept.
    if (level > 1 && gasUsed > gas + STIPEND && type !== 'SELFDESTRUCT')
      return { problem: 'a frame that used more gas than it had', path: path.toString('hex') };
    contexts[level] = type === 'DELEGATECALL' || type === 'CALLCODE' ? caller : to;
  }
  return undefined;
}
