import { keccak256 } from '../../crypto/keccak.js';

const SELECTOR_CHARACTERS = 10;

/** Call data of a function without parameters, given its signature. */
export function callDataOf(signature: string): string {
  return `0x${keccak256(Buffer.from(signature)).toString('hex')}`.slice(0, SELECTOR_CHARACTERS);
}
