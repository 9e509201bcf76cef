import type { StateChange } from '../record/block.js';
import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';

const HAS_BALANCE = 1;
const HAS_NONCE = 2;
const HAS_CODE = 4;

/** Writes what one transaction changed. INVARIANT: tracers gave it, so every value before is present. */
export function writeStateChanges(changes: readonly StateChange[], writer: ByteWriter): void {
  writer.varint(changes.length);
  for (const { address, balance, nonce, code, storage } of changes) {
    writer.fixed(address);
    writer.byte((balance ? HAS_BALANCE : 0) | (nonce ? HAS_NONCE : 0) | (code ? HAS_CODE : 0));
    if (balance) {
      writer.amount(balance.before!);
      writer.amount(balance.after);
    }
    if (nonce) {
      writer.varint(nonce.before!);
      writer.varint(nonce.after);
    }
    if (code) writer.bytes(code);
    writer.varint(storage.length);
    for (const { slot, before, after } of storage) {
      writer.word(slot);
      writer.word(before!);
      writer.word(after);
    }
  }
}

/** Reads what one transaction changed. @throws MalformedField */
export function readStateChanges(reader: ByteReader): StateChange[] {
  const changes: StateChange[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const address = reader.fixed(20);
    const parts = reader.byte();
    const change: { -readonly [K in keyof StateChange]: StateChange[K] } = { address, storage: [] };
    if (parts & HAS_BALANCE) change.balance = { before: reader.amount(), after: reader.amount() };
    if (parts & HAS_NONCE) change.nonce = { before: reader.varint(), after: reader.varint() };
    if (parts & HAS_CODE) change.code = reader.bytes();
    change.storage = Array.from({ length: reader.count() }, () => ({
      slot: reader.word(),
      before: reader.word(),
      after: reader.word(),
    }));
    changes.push(change);
  }
  return changes;
}
