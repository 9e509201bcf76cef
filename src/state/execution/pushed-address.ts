import type { Address } from '../../domain/chain/hex.js';

/** The bytes of an address as compilers push them: without the zeros that it begins with. */
export const pushedBytes = (address: Address): Buffer =>
  Buffer.from(address.slice(2).replace(/^(00)+/, ''), 'hex');

export const isInCode = (address: Address, code: Uint8Array): boolean =>
  Buffer.from(code.buffer, code.byteOffset, code.length).includes(pushedBytes(address));
