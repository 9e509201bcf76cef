import { RLP } from '@ethereumjs/rlp';
import { keccak256 } from 'viem';

/** Values for RLP: 0x text, lists, and numbers as minimal big-endian bytes. */
export type Rlpable = string | number | bigint | readonly Rlpable[];

type Nested = Uint8Array | Nested[];

export const bytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');

export const hexOf = (raw: Uint8Array): string =>
  `0x${Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('hex')}`;

/** A number as in JSON-RPC: 0x text without leading zeros. */
export const quantity = (value: number | bigint): string => `0x${value.toString(16)}`;

/** A number as a 32-byte word in 0x text. */
export const word = (value: number | bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

function nested(item: Rlpable): Nested {
  if (typeof item === 'string') return bytes(item);
  if (typeof item !== 'object') {
    if (item === 0 || item === 0n) return new Uint8Array(0);
    const digits = item.toString(16);
    return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  }
  return item.map(nested);
}

export const rlp = (item: Rlpable): Uint8Array => RLP.encode(nested(item));

export const keccak = (raw: Uint8Array): string => keccak256(raw);

/** Address of the contract that `creator` creates by CREATE with this nonce. */
export const createAddress = (creator: string, nonce: number): string =>
  `0x${keccak(rlp([creator, nonce])).slice(26)}`;

/** Address of a contract created by CREATE2. */
export const create2Address = (creator: string, salt: string, init: string): string => {
  const parts = [Buffer.from([0xff]), bytes(creator), bytes(salt), bytes(keccak(bytes(init)))];
  return `0x${keccak(Buffer.concat(parts)).slice(26)}`;
};
