import { ByteReader } from '../chain/byte-reader.js';
import { ByteWriter } from '../chain/byte-writer.js';

export const READ_OUTCOMES = ['answered', 'reverted', 'unavailable'] as const;

/** What the node said when it was asked about one address at the end of a block. */
export interface RecordedRead {
  /** 20 bytes. */
  readonly address: Buffer;
  /** `code`, `slot:` and 32 bytes as `0x` hex, or call data as `0x` hex. */
  readonly what: string;
  /** `unavailable`: the node has no state of that block any more, and will not have it again. */
  readonly outcome: (typeof READ_OUTCOMES)[number];
  /** Code, word or returned bytes; empty unless answered. */
  readonly output: Buffer;
}

const FORMAT = 1;
const writer = new ByteWriter();

/** The payload of a ReadRecorded. */
export function encodeReads(reads: readonly RecordedRead[]): Buffer {
  writer.discard();
  writer.byte(FORMAT);
  writer.varint(reads.length);
  for (const { address, what, outcome, output } of reads) {
    writer.fixed(address);
    writer.text(what);
    writer.byte(READ_OUTCOMES.indexOf(outcome));
    writer.bytes(output);
  }
  return writer.finish();
}

/**
 * The reads a payload was made of; their bytes are views of it.
 * @throws MalformedField for bytes that are no reads, or of another format
 */
export function decodeReads(payload: Buffer): RecordedRead[] {
  const reader = new ByteReader(payload, 'recorded reads');
  if (reader.byte() !== FORMAT) throw reader.malformed('are of an unknown format');
  const reads: RecordedRead[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const address = reader.fixed(20);
    const what = reader.text();
    const outcome = READ_OUTCOMES[reader.byte()];
    if (outcome === undefined) throw reader.malformed('hold an unknown outcome');
    reads.push({ address, what, outcome, output: reader.bytes() });
  }
  reader.finish();
  return reads;
}
