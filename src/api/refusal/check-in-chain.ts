import { blockBeforeChain } from './parameter-refusals.js';

/**
 * Refuses a number below the chain's first block. It is out of range forever; calling it a gap would promise
 * that the block will come.
 */
export function checkInChain(number: number, firstBlock: number, parameter: string): void {
  if (number < firstBlock) throw blockBeforeChain(parameter, number, firstBlock);
}
