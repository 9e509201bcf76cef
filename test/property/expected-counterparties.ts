import type { Address } from '../../src/domain/chain/hex.js';
import type { Row, Tables } from './row.js';

/** ERC-721, and ERC-1155 single and batch transfers. */
const ITEM_SHAPES = [1, 2, 3];

/** One interaction of an address with another, or an attempt. */
export interface Met {
  readonly counterparty: string;
  readonly isSent: boolean;
  /** Block and transaction. */
  readonly place: readonly [number, number];
  readonly surface: 'external' | 'internal' | 'token';
  readonly succeeded: boolean;
  readonly tokenClass?: 'fungible' | 'nft';
}

/** A row of a ranking. */
export interface Ranked {
  readonly counterparty: string;
  readonly txCount: number;
  readonly succeededCount: number;
  readonly sentCount: number;
  readonly receivedCount: number;
  readonly externalCount: number;
  readonly internalCount: number;
  readonly tokenCount: number;
  readonly tokenClasses: readonly string[];
  readonly firstBlock: number;
  readonly lastBlock: number;
}

/**
 * The interactions of each address, from the rows of transactions, frames and transfers; unindexed transfers count as amounts.
 */
export function interactions({
  transaction,
  internal_transfer,
  transfer,
}: Tables): ReadonlyMap<Address, readonly Met[]> {
  const all = new Map<Address, Met[]>();
  const note = (
    { block_number, tx_index, from_address, to_address }: Row,
    rest: Pick<Met, 'surface' | 'succeeded' | 'tokenClass'>,
  ): void => {
    if (from_address === to_address || from_address === null || to_address === null) return;
    for (const isSent of [true, false]) {
      const [own, counterparty] = isSent ? [from_address, to_address] : [to_address, from_address];
      const place = [Number(block_number), Number(tx_index)] as const;
      listed(all, String(own)).push({ ...rest, counterparty: String(counterparty), isSent, place });
    }
  };
  for (const row of transaction) note(row, { surface: 'external', succeeded: row.status === 1 });
  for (const row of internal_transfer) note(row, { surface: 'internal', succeeded: !row.reverted });
  for (const row of transfer) {
    const tokenClass = ITEM_SHAPES.includes(Number(row.shape)) ? 'nft' : 'fungible';
    note(row, { surface: 'token', succeeded: true, tokenClass });
  }
  return all;
}

/** The ranking of counterparties up to a block, counted one by one and naive on purpose. */
export function ranking(met: readonly Met[], upTo: number): readonly Ranked[] {
  const others = new Map<string, Met[]>();
  for (const one of met) {
    if (one.place[0] > upTo) continue;
    listed(others, one.counterparty).push(one);
  }
  return [...others].map(([counterparty, all]) => ranked(counterparty, all)).sort(byRank);
}

function listed(lists: Map<string, Met[]>, key: string): Met[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function ranked(counterparty: string, met: readonly Met[]): Ranked {
  const distinct = (which: (one: Met) => boolean): number =>
    new Set(met.filter(which).map(({ place }) => place.join())).size;
  const on = (surface: Met['surface']): number => distinct((one) => one.surface === surface);
  const blocks = met.map(({ place }) => place[0]);
  return {
    counterparty,
    txCount: distinct(() => true),
    succeededCount: distinct(({ succeeded }) => succeeded),
    sentCount: distinct(({ isSent }) => isSent),
    receivedCount: distinct(({ isSent }) => !isSent),
    externalCount: on('external'),
    internalCount: on('internal'),
    tokenCount: on('token'),
    tokenClasses: ['fungible', 'nft'].filter((sort) => met.some(({ tokenClass }) => tokenClass === sort)),
    firstBlock: Math.min(...blocks),
    lastBlock: Math.max(...blocks),
  };
}

function byRank(one: Ranked, other: Ranked): number {
  return (
    other.succeededCount - one.succeededCount ||
    other.lastBlock - one.lastBlock ||
    (one.counterparty < other.counterparty ? -1 : 1)
  );
}
