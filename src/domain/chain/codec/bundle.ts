import { keccak256 } from '../../crypto/keccak.js';
import type {
  Frame,
  Header,
  PrecompileCall,
  Receipt,
  StateChange,
  Transaction,
  VerifiedBlock,
  Withdrawal,
} from '../record/block.js';
import { readFrames, writeFrames } from './bundle-frame.js';
import { readPrecompileCalls, writePrecompileCalls } from './bundle-precompile-call.js';
import { readStateChanges, writeStateChanges } from './bundle-state-change.js';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { decodeReceiptContent, receiptRecord } from './decode-receipt.js';
import { decodeTransaction } from './decode-transaction.js';
import { decodeHeader, encodeHeader } from './header-rlp.js';
import { listedChanges, listedRecords } from './listed-changes.js';

const VERSION = 1;
const HAS_OMMERS = 1;
const HAS_WITHDRAWALS = 2;
const HAS_FRAMES = 4;
const HAS_STATE_CHANGES = 8;
const HAS_ALLOCATION = 16;
const HAS_PRECOMPILE_CALLS = 32;
const HAS_ACCESS_LIST = 64;
const STATUS_UNKNOWN = 2;
/** First bytes of a bundle that are sure to hold the header; no header is half as long. */
export const HEADER_REACH = 2_048;

/** One for all bundles: each is copied out when finished, and its space is as large as the largest of them. */
const writer = new ByteWriter();

/**
 * The verified block as bytes for the event store. Header, transactions and receipts are the RLP that
 * verification made. After them comes what the RLP does not hold: senders, authorities, statuses known from
 * traces, ommers, withdrawals, frames, state changes, allocation, access list. State changes that came from
 * the access list are not written again. `decodeBundle` gives back an equal block.
 *
 * @throws MalformedField when frames are not in pre-order
 */
export function encodeBundle(block: VerifiedBlock): Buffer {
  const stateChanges = block.isListed ? undefined : block.stateChanges;
  writer.discard();
  writer.byte(VERSION);
  writer.byte(
    (block.ommers ? HAS_OMMERS : 0) |
      (block.withdrawals ? HAS_WITHDRAWALS : 0) |
      (block.frames ? HAS_FRAMES : 0) |
      (stateChanges ? HAS_STATE_CHANGES : 0) |
      (block.allocation ? HAS_ALLOCATION : 0) |
      (block.precompileCalls ? HAS_PRECOMPILE_CALLS : 0) |
      (block.accessList ? HAS_ACCESS_LIST : 0),
  );
  writer.bytes(encodeHeader(block.header));
  writer.byte(block.ommerCount);
  for (const ommer of block.ommers ?? []) writer.bytes(encodeHeader(ommer));
  if (block.withdrawals) writeWithdrawals(block.withdrawals, writer);
  writer.varint(block.transactions.length);
  for (const transaction of block.transactions) writeTransaction(transaction, writer);
  for (const receipt of block.receipts) {
    writer.bytes(receipt.raw);
    writer.byte(receipt.status ?? STATUS_UNKNOWN);
  }
  block.transactions.forEach((transaction, i) => {
    if (block.frames) writeFrames(block.frames[i]!, transaction, block.receipts[i]!, writer);
    if (block.precompileCalls) writePrecompileCalls(block.precompileCalls[i]!, writer);
    if (stateChanges) writeStateChanges(stateChanges[i]!, writer);
  });
  if (block.allocation) writeStateChanges(block.allocation, writer);
  if (block.accessList) writer.bytes(block.accessList);
  return writer.finish();
}

/**
 * The block a bundle was made of; its bytes are views of `bytes`. Hashes are computed anew, signatures and roots are
 * not checked again.
 *
 * @throws MalformedField for bytes that are no bundle, or one of another version
 */
export function decodeBundle(bytes: Buffer): VerifiedBlock {
  const reader = new ByteReader(bytes, 'bundle');
  const parts = readParts(reader);
  const rawHeader = reader.bytes();
  const header = decodeHeader(rawHeader);
  const ommerCount = reader.byte();
  const ommers = parts & HAS_OMMERS ? list(ommerCount, () => decodeHeader(reader.bytes())) : undefined;
  const withdrawals = parts & HAS_WITHDRAWALS ? readWithdrawals(reader) : undefined;
  const transactions = list(reader.count(), () => readTransaction(reader));
  const receipts = readReceipts(transactions, header, reader);
  const frames: (readonly Frame[])[] | undefined = parts & HAS_FRAMES ? [] : undefined;
  const precompileCalls: (readonly PrecompileCall[])[] | undefined =
    parts & HAS_PRECOMPILE_CALLS ? [] : undefined;
  const stateChanges: (readonly StateChange[])[] | undefined = parts & HAS_STATE_CHANGES ? [] : undefined;
  transactions.forEach((transaction, i) => {
    frames?.push(readFrames(transaction, receipts[i]!, reader));
    precompileCalls?.push(readPrecompileCalls(reader));
    stateChanges?.push(readStateChanges(reader));
  });
  const allocation = parts & HAS_ALLOCATION ? readStateChanges(reader) : undefined;
  const accessList = parts & HAS_ACCESS_LIST ? reader.bytes() : undefined;
  reader.finish();
  const listed = accessList && listedChanges(accessList, transactions, frames);
  return {
    hash: keccak256(rawHeader),
    header,
    transactions,
    receipts,
    ommerCount,
    ...(ommers === undefined ? {} : { ommers }),
    ...(withdrawals === undefined ? {} : { withdrawals }),
    ...(frames === undefined ? {} : { frames }),
    ...(precompileCalls === undefined ? {} : { precompileCalls }),
    ...(stateChanges === undefined ? {} : { stateChanges }),
    ...(allocation === undefined ? {} : { allocation }),
    ...(accessList === undefined ? {} : { accessList }),
    ...(listed && listedRecords(listed, transactions, stateChanges)),
  };
}

/**
 * Reads the header of a bundle from its first `HEADER_REACH` bytes.
 *
 * @throws MalformedField as `decodeBundle` does
 */
export function decodeBundleHeader(bytes: Buffer): Header {
  const reader = new ByteReader(bytes, 'bundle');
  readParts(reader);
  return decodeHeader(reader.bytes());
}

function readParts(reader: ByteReader): number {
  const version = reader.byte();
  if (version !== VERSION) throw reader.malformed(`has version ${version} instead of ${VERSION}`);
  return reader.byte();
}

function writeTransaction(transaction: Transaction, writer: ByteWriter): void {
  writer.bytes(transaction.raw);
  writer.fixed(transaction.from);
  if (transaction.authorizationList === undefined) return;
  writer.varint(transaction.authorizationList.length);
  for (const { authority } of transaction.authorizationList) {
    writer.byte(authority ? 1 : 0);
    if (authority) writer.fixed(authority);
  }
}

function readTransaction(reader: ByteReader): Transaction {
  const raw = reader.bytes();
  const from = reader.fixed(20);
  const authorities = raw[0] === 4 ? list(reader.count(), () => readAuthority(reader)) : [];
  return decodeTransaction(raw, from, authorities);
}

function readAuthority(reader: ByteReader): Buffer | undefined {
  return reader.byte() === 1 ? reader.fixed(20) : undefined;
}

function readReceipts(transactions: readonly Transaction[], header: Header, reader: ByteReader): Receipt[] {
  let gasUsedBefore = 0;
  return transactions.map((transaction) => {
    const raw = reader.bytes();
    const status = reader.byte();
    if (status > STATUS_UNKNOWN) throw reader.malformed(`holds a status of ${status}`);
    const content = decodeReceiptContent(raw, transaction.type);
    const place = { gasUsedBefore, baseFeePerGas: header.baseFeePerGas };
    gasUsedBefore = content.cumulativeGasUsed;
    const traced = status === STATUS_UNKNOWN ? undefined : (status as 0 | 1);
    return receiptRecord(raw, content, transaction, place, traced);
  });
}

function writeWithdrawals(withdrawals: readonly Withdrawal[], writer: ByteWriter): void {
  writer.varint(withdrawals.length);
  for (const { index, validatorIndex, address, amountGwei } of withdrawals) {
    writer.varint(index);
    writer.varint(validatorIndex);
    writer.fixed(address);
    writer.amount(amountGwei);
  }
}

function readWithdrawals(reader: ByteReader): Withdrawal[] {
  return list(reader.count(), () => ({
    index: reader.varint(),
    validatorIndex: reader.varint(),
    address: reader.fixed(20),
    amountGwei: reader.amount(),
  }));
}

function list<T>(count: number, read: () => T): T[] {
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(read());
  return items;
}
