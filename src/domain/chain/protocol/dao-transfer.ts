import type { Header } from '../record/block.js';
import { DAO_ACCOUNTS } from './dao-accounts.js';

const FORK_BLOCK = 1_920_000;
/** Extra data in the headers of the chain that made the transfer; the other chain forbade it. */
const EXTRA_DATA = Buffer.from('dao-hard-fork');

/** The whole ether of some accounts, moved by the protocol before a block's transactions. 20 bytes each. */
export interface NativeMove {
  readonly from: readonly Buffer[];
  readonly to: Buffer;
}

/** The DAO transfer, in the block that made it. It is not a transaction, and no tracer reports it. */
export function daoTransfer({ number, extraData }: Header): NativeMove | undefined {
  return number === FORK_BLOCK && extraData.equals(EXTRA_DATA) ? MOVE : undefined;
}

const MOVE: NativeMove = {
  from: DAO_ACCOUNTS.map((account) => Buffer.from(account, 'hex')),
  to: Buffer.from('bf4ed7b27f1d666546e30d74d50d173d20bca754', 'hex'),
};
