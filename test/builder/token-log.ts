import type { Log } from '../../src/domain/chain/record/block.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';

/** A word that holds a number, or the right-aligned bytes of an address. */
export function word(value: bigint | number | Buffer): Buffer {
  const text = Buffer.isBuffer(value) ? value.toString('hex') : value.toString(16);
  return Buffer.from(text.padStart(64, '0'), 'hex');
}

/** A log of an event: its indexed parameters as topics, the others as words of data. */
export function eventLog(
  address: Buffer,
  signature: string,
  indexed: readonly (bigint | number | Buffer)[],
  data: readonly (bigint | number | Buffer)[] = [],
): Log {
  return {
    address,
    topics: [keccak256(Buffer.from(signature)), ...indexed.map(word)],
    data: Buffer.concat(data.map(word)),
  };
}

export const TRANSFER = 'Transfer(address,address,uint256)';
export const TRANSFER_SINGLE = 'TransferSingle(address,address,address,uint256,uint256)';
export const TRANSFER_BATCH = 'TransferBatch(address,address,address,uint256[],uint256[])';
export const SENT = 'Sent(address,address,address,uint256,bytes,bytes)';
export const MINTED = 'Minted(address,address,uint256,bytes,bytes)';
export const BURNED = 'Burned(address,address,uint256,bytes,bytes)';
export const DEPOSIT = 'Deposit(address,address,uint256,uint256)';

/** ABI words of the two arrays of a `TransferBatch`. */
export function batch(ids: readonly number[], values: readonly number[]): (bigint | number)[] {
  return [64, 96 + 32 * ids.length, ids.length, ...ids, values.length, ...values];
}

/** ABI words of an amount and two empty byte strings. */
export function amountWithTexts(amount: number): number[] {
  return [amount, 96, 128, 0, 0];
}
