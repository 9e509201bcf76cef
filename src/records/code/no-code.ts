import { fingerprintOf } from '../../bytecode/fingerprint.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import { keccak256 } from '../../domain/crypto/keccak.js';

const NOTHING = Buffer.alloc(0);

/** Code fields of an account that no longer has code. */
export const NO_CODE = {
  codeHash: toHex(keccak256(NOTHING)),
  code: '0x',
  codeSize: 0,
  fingerprint: toHex(fingerprintOf(NOTHING)),
  selectors: '0x',
} as const;
