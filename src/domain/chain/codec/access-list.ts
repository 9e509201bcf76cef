import { wordOf } from '../word.js';
import { MalformedField } from './malformed-field.js';
import { RlpReader } from './rlp-reader.js';

/** A value at an index of a block's access list: 0 before the transactions, 1 the first, n+1 after all. */
export interface ListedChange<Value> {
  readonly index: number;
  readonly after: Value;
}

/** What a block does with one account (EIP-7928). Bytes are views. */
export interface ListedAccount {
  readonly address: Buffer;
  /** Slots of 32 bytes, ascending, with the words written. Writes that change nothing are not listed. */
  readonly storage: readonly { readonly slot: Buffer; readonly changes: readonly ListedChange<Buffer>[] }[];
  /** Slots of 32 bytes that are read and not changed, ascending. */
  readonly reads: readonly Buffer[];
  /** Wei. */
  readonly balances: readonly ListedChange<bigint>[];
  readonly nonces: readonly ListedChange<number>[];
  readonly codes: readonly ListedChange<Buffer>[];
}

/**
 * Reads the access list of a block; the header has its keccak. Accounts, slots and indices must ascend.
 *
 * @returns accounts, ascending by address
 * @throws MalformedField
 */
export function decodeAccessList(raw: Buffer): ListedAccount[] {
  const outer = new RlpReader(raw);
  const list = outer.list('accessList');
  outer.finish('accessList');
  const accounts: ListedAccount[] = [];
  while (!list.atEnd) accounts.push(readAccount(list.list('accessList')));
  requireAscending(accounts, ({ address }) => address, 'accessList.address');
  return accounts;
}

function readAccount(fields: RlpReader): ListedAccount {
  const account = {
    address: fields.fixed(20, 'accessList.address'),
    storage: readEach(fields, 'accessList.storage', (item) => ({
      slot: readWord(item, 'accessList.slot'),
      changes: readChanges(item, 'accessList.storage', readWord),
    })),
    reads: readWords(fields, 'accessList.reads'),
    balances: readChanges(fields, 'accessList.balance', (item, field) => item.amount(field)),
    nonces: readChanges(fields, 'accessList.nonce', (item, field) => item.uint(field)),
    codes: readChanges(fields, 'accessList.code', (item, field) => item.bytes(field)),
  };
  fields.finish('accessList');
  requireAscending(account.storage, ({ slot }) => slot, 'accessList.slot');
  requireAscending(account.reads, (slot) => slot, 'accessList.reads');
  return account;
}

function readChanges<Value>(
  fields: RlpReader,
  field: string,
  read: (item: RlpReader, field: string) => Value,
): ListedChange<Value>[] {
  const changes = readEach(fields, field, (item) => ({ index: item.uint(field), after: read(item, field) }));
  for (let at = 1; at < changes.length; at++)
    if (changes[at]!.index <= changes[at - 1]!.index) throw new MalformedField(field, 'is out of order');
  return changes;
}

function readEach<Item>(fields: RlpReader, field: string, read: (item: RlpReader) => Item): Item[] {
  const list = fields.list(field);
  const items: Item[] = [];
  while (!list.atEnd) {
    const item = list.list(field);
    items.push(read(item));
    item.finish(field);
  }
  return items;
}

function readWords(fields: RlpReader, field: string): Buffer[] {
  const list = fields.list(field);
  const words: Buffer[] = [];
  while (!list.atEnd) words.push(readWord(list, field));
  return words;
}

/** An integer as a word of 32 bytes. */
function readWord(fields: RlpReader, field: string): Buffer {
  return wordOf(fields.amount(field));
}

function requireAscending<Item>(items: readonly Item[], keyOf: (item: Item) => Buffer, field: string): void {
  for (let at = 1; at < items.length; at++)
    if (Buffer.compare(keyOf(items[at - 1]!), keyOf(items[at]!)) >= 0)
      throw new MalformedField(field, 'is out of order');
}
