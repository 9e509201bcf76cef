import type { Frame } from '../record/block.js';

/** Whether a frame runs as the account that begins it: its code comes from another. */
export function keepsContext({ type }: Pick<Frame, 'type'>): boolean {
  return type === 'DELEGATECALL' || type === 'CALLCODE';
}

/** The account that a frame runs as; undefined for a creation that failed before it had one. */
export function runsAs(frame: Pick<Frame, 'type' | 'from' | 'to'>): Buffer | undefined {
  return keepsContext(frame) ? frame.from : frame.to;
}
