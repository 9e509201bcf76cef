import type { Frame } from '../record/block.js';

/** Whether a frame runs as the account that begins it: its code comes from another. */
export function keepsContext({ type }: Pick<Frame, 'type'>): boolean {
  return type === 'DELEGATECALL' || type === 'CALLCODE';
}
