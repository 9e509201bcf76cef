import type { Header } from './block.js';
import { DAO_ACCOUNTS } from './dao-accounts.js';

const FORK_BLOCK = 1_920_000;
/** What the chain that made the transfer wrote into its headers; the other one was not allowed to. */
const EXTRA_DATA = Buffer.from('dao-hard-fork');

/** Everything some accounts held that the protocol gave to another one, before the first transaction of a block. 20 bytes each. */
export interface NativeMove {
  readonly from: readonly Buffer[];
  readonly to: Buffer;
}

/** The one such move there ever was, in the block that made it; it is no transaction, and no tracer tells of it. */
export function daoTransfer({ number, extraData }: Header): NativeMove | undefined {
  return number === FORK_BLOCK && extraData.equals(EXTRA_DATA) ? MOVE : undefined;
}

const MOVE: NativeMove = {
  from: DAO_ACCOUNTS.map((account) => Buffer.from(account, 'hex')),
  to: Buffer.from('bf4ed7b27f1d666546e30d74d50d173d20bca754', 'hex'),
};
