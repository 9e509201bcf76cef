import { keccak256 } from '../../crypto/keccak.js';
import type { Header } from '../record/block.js';
import { MalformedField } from './malformed-field.js';
import { RlpReader } from './rlp-reader.js';
import { RlpWriter } from './rlp-writer.js';

/** Field counts that a header can have: at genesis, since London, Shanghai, Cancun, Prague, Amsterdam. */
const FIELD_COUNTS = [15, 16, 17, 20, 21, 23];

/**
 * The RLP of a header, which is hashed. @throws MalformedField when a later fork's field is present and an
 * earlier one's is not
 */
export function encodeHeader(header: Header): Buffer {
  requireUnbroken(header);
  const writer = new RlpWriter(1_024 + header.extraData.length);
  if (header.slotNumber !== undefined) writer.uint(header.slotNumber);
  if (header.blockAccessListHash !== undefined) writer.bytes(header.blockAccessListHash);
  if (header.requestsHash !== undefined) writer.bytes(header.requestsHash);
  if (header.parentBeaconBlockRoot !== undefined) writer.bytes(header.parentBeaconBlockRoot);
  if (header.excessBlobGas !== undefined) writer.uint(header.excessBlobGas);
  if (header.blobGasUsed !== undefined) writer.uint(header.blobGasUsed);
  if (header.withdrawalsRoot !== undefined) writer.bytes(header.withdrawalsRoot);
  if (header.baseFeePerGas !== undefined) writer.amount(header.baseFeePerGas);
  writer.bytes(header.nonce);
  writer.bytes(header.mixHash);
  writer.bytes(header.extraData);
  writer.uint(header.timestamp);
  writer.uint(header.gasUsed);
  writer.uint(header.gasLimit);
  writer.uint(header.number);
  writer.amount(header.difficulty);
  writer.bytes(header.logsBloom);
  writer.bytes(header.receiptsRoot);
  writer.bytes(header.transactionsRoot);
  writer.bytes(header.stateRoot);
  writer.bytes(header.beneficiary);
  writer.bytes(header.ommersHash);
  writer.bytes(header.parentHash);
  writer.list(0);
  return writer.take();
}

/** Reads a header; its bytes are views of `raw`. @throws MalformedField */
export function decodeHeader(raw: Buffer): Header {
  const outer = new RlpReader(raw);
  const fields = outer.list('header');
  outer.finish('header');
  const header: { -readonly [K in keyof Header]: Header[K] } = {
    parentHash: fields.fixed(32, 'parentHash'),
    ommersHash: fields.fixed(32, 'sha3Uncles'),
    beneficiary: fields.fixed(20, 'miner'),
    stateRoot: fields.fixed(32, 'stateRoot'),
    transactionsRoot: fields.fixed(32, 'transactionsRoot'),
    receiptsRoot: fields.fixed(32, 'receiptsRoot'),
    logsBloom: fields.fixed(256, 'logsBloom'),
    difficulty: fields.amount('difficulty'),
    number: fields.uint('number'),
    gasLimit: fields.uint('gasLimit'),
    gasUsed: fields.uint('gasUsed'),
    timestamp: fields.uint('timestamp'),
    extraData: fields.bytes('extraData'),
    mixHash: fields.fixed(32, 'mixHash'),
    nonce: fields.fixed(8, 'nonce'),
  };
  if (!fields.atEnd) header.baseFeePerGas = fields.amount('baseFeePerGas');
  if (!fields.atEnd) header.withdrawalsRoot = fields.fixed(32, 'withdrawalsRoot');
  if (!fields.atEnd) {
    header.blobGasUsed = fields.uint('blobGasUsed');
    header.excessBlobGas = fields.uint('excessBlobGas');
    header.parentBeaconBlockRoot = fields.fixed(32, 'parentBeaconBlockRoot');
  }
  if (!fields.atEnd) header.requestsHash = fields.fixed(32, 'requestsHash');
  if (!fields.atEnd) {
    header.blockAccessListHash = fields.fixed(32, 'blockAccessListHash');
    header.slotNumber = fields.uint('slotNumber');
  }
  fields.finish('header');
  return header;
}

/** The block's hash: keccak of its header. */
export function hashHeader(header: Header): Buffer {
  return keccak256(encodeHeader(header));
}

function requireUnbroken(header: Header): void {
  const sinceForks = [
    header.baseFeePerGas,
    header.withdrawalsRoot,
    header.blobGasUsed,
    header.excessBlobGas,
    header.parentBeaconBlockRoot,
    header.requestsHash,
    header.blockAccessListHash,
    header.slotNumber,
  ];
  const present = sinceForks.filter((field) => field !== undefined).length;
  const firstAbsent = sinceForks.indexOf(undefined);
  const isUnbroken = firstAbsent === -1 || firstAbsent === present;
  if (!isUnbroken || !FIELD_COUNTS.includes(15 + present)) {
    throw new MalformedField('header', 'lacks a field of its fork');
  }
}
