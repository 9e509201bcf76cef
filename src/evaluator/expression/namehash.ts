import { keccak256, keccak256OfParts } from '../../kernel/crypto/keccak.js';
import { FAILS } from '../operator/outcome.js';
import { bytesOfText } from '../text/bytes-of-text.js';

/** Longest name of the domain name system. */
const MAX_BYTES = 255;
const DOT = 0x2e;
const ALLOWED = new Set(Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789-_.'));

/**
 * ENS hash (EIP-137) of a name given as the hex of its bytes, as `0x` hex.
 *
 * @returns FAILS for a name that is empty, too long, has an empty label or another character than lower case letters, digits, `-` and `_`
 */
export function namehash(name: string): string | typeof FAILS {
  const bytes = bytesOfText(name, MAX_BYTES);
  if (bytes === undefined || !bytes.every((byte) => ALLOWED.has(byte))) return FAILS;
  let node: Buffer = Buffer.alloc(32);
  for (let end = bytes.length; end >= 0; ) {
    const dot = end === 0 ? -1 : bytes.lastIndexOf(DOT, end - 1);
    if (dot + 1 === end) return FAILS;
    node = keccak256OfParts(node, keccak256(bytes.subarray(dot + 1, end)));
    end = dot;
  }
  return `0x${node.toString('hex')}`;
}
