import { createHash } from 'node:crypto';
import { concat, type Hex, pad } from 'viem';

/** The public key of an invented validator: 48 bytes, to which no private key is known. */
export function validatorKey(name: string): Buffer {
  return Buffer.concat([digest(`${name} key`), digest(`${name} key, rest`).subarray(0, 16)]);
}

/** Withdrawal credentials that pay to an address: `0x01`, or `0x02` for a compounding validator. */
export function credentialsTo(prefix: Hex, address: Hex): Hex {
  return concat([prefix, pad(address, { size: 31 })]);
}

/** SHA-256, the hash of the consensus layer. */
export function digest(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
