import { ByteReader } from '../chain/codec/byte-reader.js';
import { ByteWriter } from '../chain/codec/byte-writer.js';

export const READ_OUTCOMES = ['answered', 'reverted', 'unavailable'] as const;

/** The result of a state read of one address at the end of a block. */
export interface StateReadResult {
  /** 20 bytes. */
  readonly address: Buffer;
  /** As `formatStateRead` writes it. */
  readonly what: string;
  /** `unavailable`: the node no longer has the state of that block, and will not get it back. */
  readonly outcome: (typeof READ_OUTCOMES)[number];
  /** Code, word or returned bytes; empty unless answered. */
  readonly output: Buffer;
  /** A proof against the block's state root showed the output; without it, the output is attested. */
  readonly isProven?: true;
}

/** State reads at the end of one block. */
export interface RecordedReads {
  readonly reads: readonly StateReadResult[];
  /** Trie nodes below the block's state root that show proven reads, each once; absent if none were kept. */
  readonly nodes?: readonly Buffer[];
}

/** The first format did not record whether a read was proven; the second kept no nodes. */
const FIRST_FORMAT = 1;
const WITHOUT_NODES = 2;
const WITH_NODES = 3;
const writer = new ByteWriter();

/** The payload of a ReadRecorded. */
export function encodeReads({ reads, nodes = [] }: RecordedReads): Buffer {
  writer.discard();
  writer.byte(nodes.length === 0 ? WITHOUT_NODES : WITH_NODES);
  writer.varint(reads.length);
  for (const { address, what, outcome, output, isProven } of reads) {
    writer.fixed(address);
    writer.text(what);
    writer.byte(READ_OUTCOMES.indexOf(outcome));
    writer.bytes(output);
    writer.byte(isProven ? 1 : 0);
  }
  if (nodes.length > 0) {
    writer.varint(nodes.length);
    for (const node of nodes) writer.bytes(node);
  }
  return writer.finish();
}

/**
 * The reads a payload was made of; their bytes are views of it.
 * @throws MalformedField for bytes that are no reads, or of another format
 */
export function decodeReads(payload: Buffer): RecordedReads {
  const reader = new ByteReader(payload, 'recorded reads');
  const format = reader.byte();
  if (format < FIRST_FORMAT || format > WITH_NODES) throw reader.malformed('are of an unknown format');
  const reads: StateReadResult[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const address = reader.fixed(20);
    const what = reader.text();
    const outcome = READ_OUTCOMES[reader.byte()];
    if (outcome === undefined) throw reader.malformed('hold an unknown outcome');
    const output = reader.bytes();
    const flag = format === FIRST_FORMAT ? 0 : reader.byte();
    if (flag > 1) throw reader.malformed('hold an unknown mark');
    reads.push({ address, what, outcome, output, ...(flag === 1 && { isProven: true as const }) });
  }
  const nodes: Buffer[] = [];
  if (format === WITH_NODES) for (let left = reader.count(); left > 0; left--) nodes.push(reader.bytes());
  reader.finish();
  return { reads, ...(nodes.length > 0 && { nodes }) };
}
