import snappy from 'snappyjs';
import { EpochTree } from '../../src/domain/canonicity/epoch-tree.js';
import { encodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { RlpReader } from '../../src/domain/chain/codec/rlp-reader.js';
import { RlpWriter } from '../../src/domain/chain/codec/rlp-writer.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { maskedChecksum } from '../../src/ingestion/archive/snappy-frames.js';
import { encodeWithdrawals } from '../../src/node/rpc/withdrawal-rlp.js';

const CHUNK_BYTES = 65_536;

/** Snappy frames of bytes. @param plain stores the chunks uncompressed */
export function snappyFrames(bytes: Buffer, plain = false): Buffer {
  const frames = [chunk(0xff, Buffer.from('sNaPpY'))];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const part = bytes.subarray(at, at + CHUNK_BYTES);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(maskedChecksum(part));
    const body = plain ? part : snappy.compress(part);
    frames.push(chunk(plain ? 0x01 : 0x00, Buffer.concat([checksum, body])));
  }
  return Buffer.concat(frames);
}

function chunk(type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header[0] = type;
  header.writeUIntLE(data.length, 1, 3);
  return Buffer.concat([header, data]);
}

/** RLP of `[transactions, ommers, withdrawals?]`. */
export function bodyOf({ transactions, ommers = [], withdrawals }: VerifiedBlock): Buffer {
  const writer = new RlpWriter();
  if (withdrawals !== undefined) {
    const since = writer.length;
    for (const raw of encodeWithdrawals(withdrawals).toReversed()) writer.raw(raw);
    writer.list(since);
  }
  const sinceOmmers = writer.length;
  for (const ommer of ommers.toReversed()) writer.raw(encodeHeader(ommer));
  writer.list(sinceOmmers);
  const since = writer.length;
  for (const { raw, type } of transactions.toReversed()) type === 0 ? writer.raw(raw) : writer.bytes(raw);
  writer.list(since);
  writer.list(0);
  return Buffer.from(writer.take());
}

/** RLP of `[[type, status or root, cumulative gas, logs] …]`. */
export function slimReceiptsOf({ receipts, transactions }: VerifiedBlock): Buffer {
  const writer = new RlpWriter();
  receipts.toReversed().forEach(({ raw }, index) => {
    const { type } = transactions.at(-1 - index)!;
    const fields = new RlpReader(raw, type === 0 ? 0 : 1).list('receipt');
    const outcome = fields.bytes('status');
    const gas = fields.bytes('gas');
    fields.skip('bloom');
    const logs = raw.subarray(fields.position);
    const since = writer.length;
    writer.raw(logs);
    writer.bytes(gas);
    writer.bytes(outcome);
    writer.uint(type);
    writer.list(since);
  });
  writer.list(0);
  return Buffer.from(writer.take());
}

function receiptsOf({ receipts, transactions }: VerifiedBlock): Buffer {
  const writer = new RlpWriter();
  receipts.toReversed().forEach(({ raw }, index) => {
    if (transactions.at(-1 - index)!.type === 0) writer.raw(raw);
    else writer.bytes(raw);
  });
  writer.list(0);
  return Buffer.from(writer.take());
}

type Part = 'header' | 'body' | 'receipts' | 'slimReceipts' | 'proof' | 'totalDifficulty';

const TYPES: Readonly<Record<Part, number>> = {
  header: 0x03,
  body: 0x04,
  receipts: 0x05,
  totalDifficulty: 0x06,
  slimReceipts: 0x0a,
  proof: 0x0b,
};

/** One entry of an e2store file. */
export function entry(type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16LE(type, 0);
  header.writeUInt32LE(data.length, 2);
  return Buffer.concat([header, data]);
}

/**
 * An `.ere` file: part by part, then the index.
 *
 * @param proofs of the headers; without them the file has the profile `noproofs`
 */
export function ereOf(blocks: readonly VerifiedBlock[], proofs?: readonly Buffer[]): Buffer {
  const parts: readonly (readonly [Part, readonly Buffer[]])[] = [
    ['header', blocks.map(({ header }) => encodeHeader(header))],
    ['body', blocks.map(bodyOf)],
    ['slimReceipts', blocks.map(slimReceiptsOf)],
    ...(proofs ? ([['proof', proofs]] as const) : []),
  ];
  const file = new E2Store();
  const offsets = parts.map(([part, items]) =>
    items.map((item) => file.add(TYPES[part], snappyFrames(item))),
  );
  file.addIndex(
    0x3267,
    blocks[0]!.header.number,
    blocks.map((_, at) => offsets.map((of) => of[at]!)),
    true,
  );
  return file.bytes();
}

/** An `.era1` file: block by block, then accumulator and index. @param difficulty total difficulty before the first block */
export function era1Of(blocks: readonly VerifiedBlock[], difficulty: bigint): Buffer {
  const file = new E2Store();
  let total = difficulty;
  const records = blocks.map(({ hash, header }) => {
    total += header.difficulty;
    const totalDifficulty = Buffer.from(total.toString(16).padStart(64, '0'), 'hex').reverse();
    return { hash, totalDifficulty };
  });
  const offsets = blocks.map((block, at) => {
    const offset = file.add(TYPES.header, snappyFrames(encodeHeader(block.header)));
    file.add(TYPES.body, snappyFrames(bodyOf(block)));
    file.add(TYPES.receipts, snappyFrames(receiptsOf(block)));
    file.add(TYPES.totalDifficulty, records[at]!.totalDifficulty);
    return [offset];
  });
  file.add(0x07, new EpochTree(records).root);
  file.addIndex(0x3266, blocks[0]!.header.number, offsets, false);
  return file.bytes();
}

class E2Store {
  readonly #entries: Buffer[] = [entry(0x3265, Buffer.alloc(0))];
  #length = 8;

  /** Appends an entry and returns its offset. */
  add(type: number, data: Buffer): number {
    const at = this.#length;
    const added = entry(type, data);
    this.#entries.push(added);
    this.#length += added.length;
    return at;
  }

  /** Offsets are relative to the entry of the index itself. */
  addIndex(type: number, first: number, offsets: readonly (readonly number[])[], countsParts: boolean): void {
    const words = [
      first,
      ...offsets.flat().map((offset) => offset - this.#length),
      ...(countsParts ? [offsets[0]!.length] : []),
      offsets.length,
    ];
    const data = Buffer.alloc(words.length * 8);
    for (const [at, word] of words.entries()) data.writeBigInt64LE(BigInt(word), at * 8);
    this.add(type, data);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#entries);
  }
}
