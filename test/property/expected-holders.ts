import { expectedTransfers } from './expected-transfers.js';
import type { ObservedBlock } from './observed-block.js';
import type { Row } from './row.js';

const ERC721 = 1;
const UNINDEXED = 5;

interface ExpectedHolder {
  readonly token: string;
  readonly holder: string;
  amount: bigint;
  items: number;
  amount_moves: number;
  item_moves: number;
  sent: number;
  received: number;
  last_sent: number | null;
  last_received: number | null;
}

/** The balance of every address that sent or received a transfer in these blocks. */
export function expectedHolders(chain: readonly ObservedBlock[]): ExpectedHolder[] {
  const holders = new Map<string, ExpectedHolder>();
  for (const transfer of chain.flatMap(expectedTransfers)) {
    const number = transfer.block_number as number;
    for (const side of ['from_address', 'to_address'] as const) {
      if (transfer[side] === null) continue;
      const token = transfer.token as string;
      const holder = transfer[side] as string;
      const key = `${token} ${holder}`;
      if (!holders.has(key))
        holders.set(key, {
          ...{ token, holder, amount: 0n, items: 0, amount_moves: 0, item_moves: 0, sent: 0, received: 0 },
          ...{ last_sent: null, last_received: null },
        });
      const row = holders.get(key)!;
      const sign = side === 'from_address' ? -1 : 1;
      const value = BigInt((transfer.value ?? 0) as string);
      row.amount += BigInt(sign) * value;
      if (value > 0n) row.amount_moves++;
      if (transfer.shape === ERC721 || transfer.shape === UNINDEXED) {
        row.items += sign;
        row.item_moves++;
      }
      row[sign < 0 ? 'sent' : 'received']++;
      row[sign < 0 ? 'last_sent' : 'last_received'] = number;
    }
  }
  return [...holders.values()];
}

/** The columns of a token that are sums over its holders. */
export function holderSums(holders: readonly ExpectedHolder[]): Row {
  const count = (column: 'amount' | 'items' | 'amount_moves' | 'item_moves') =>
    String(holders.filter((row) => row[column] > 0).length);
  const sum = (column: 'amount' | 'items') =>
    String(holders.reduce((total, row) => (row[column] > 0 ? total + BigInt(row[column]) : total), 0n));
  return {
    ...{
      amount_holders: count('amount'),
      amount_holders_ever: count('amount_moves'),
      amount_held: sum('amount'),
    },
    ...{ item_holders: count('items'), item_holders_ever: count('item_moves'), items_held: sum('items') },
  };
}
