import { FRAME_TYPES, type Frame, type Receipt, type Transaction } from '../record/block.js';
import { frameLevel, isNextFramePath, nextFramePath } from '../record/frame-path.js';
import { sameAddress } from '../record/same-address.js';
import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';
import { MalformedField } from './malformed-field.js';

// A frame is written relative to its context: the frame that called it or, for the root, the transaction. A root frame
// of a verified block repeats its transaction, a proxy's DELEGATECALL passes its input on, and most frames come from
// the contract their parent called; none of that is written twice.
type Context = Pick<Frame, 'from' | 'to' | 'value' | 'input' | 'gas' | 'gasUsed'>;

// First byte: the type in the low three bits.
const HAS_ERROR = 8;
const HAS_LOGS = 16;
const HAS_OUTPUT = 32;
const SAME_INPUT = 64;
const SAME_GAS = 128;

// Second byte: two bits each for from, to and value.
const TO_SHIFT = 2;
const VALUE_SHIFT = 4;
const WRITTEN = 0;
const CONTEXT_TO = 1;
const CONTEXT_FROM = 2;
const CONTEXT_VALUE = 1;
const NOTHING = 3;

/** The EVM's call depth limit of 1,024, and the root. */
const MAX_LEVEL = 1_025;
const NO_OUTPUT = Buffer.alloc(0);

/** Writes the frames of one transaction. @throws MalformedField when they are not in pre-order */
export function writeFrames(
  frames: readonly Frame[],
  transaction: Transaction,
  receipt: Receipt,
  writer: ByteWriter,
): void {
  writer.varint(frames.length);
  const contexts: Context[] = [rootContext(transaction, receipt)];
  let previous: Buffer | undefined;
  for (const frame of frames) {
    if (!isNextFramePath(previous, frame.path)) {
      throw new MalformedField('frame.path', 'is not in pre-order');
    }
    previous = frame.path;
    const level = frameLevel(frame.path);
    writer.varint(level);
    writeFrame(frame, contexts[level - 1]!, writer);
    contexts[level] = frame;
  }
}

/** Reads the frames of one transaction. @throws MalformedField */
export function readFrames(transaction: Transaction, receipt: Receipt, reader: ByteReader): Frame[] {
  const contexts: Context[] = [rootContext(transaction, receipt)];
  const frames: Frame[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const level = reader.varint();
    const path = level > MAX_LEVEL ? undefined : nextFramePath(frames.at(-1)?.path, level);
    if (path === undefined) throw reader.malformed('holds frames that are not in pre-order');
    const frame = readFrame(path, contexts[level - 1]!, reader);
    frames.push(frame);
    contexts[level] = frame;
  }
  return frames;
}

function rootContext(transaction: Transaction, receipt: Receipt): Context {
  const { from, value, input, gasLimit: gas } = transaction;
  const to = transaction.to ?? receipt.contractAddress;
  return { from, value, input, gas, gasUsed: receipt.gasUsed, ...(to === undefined ? {} : { to }) };
}

function writeFrame(frame: Frame, context: Context, writer: ByteWriter): void {
  const isSameInput = frame.input.equals(context.input);
  const isSameGas = frame.gas === context.gas && frame.gasUsed === context.gasUsed;
  const from = addressCode(frame.from, context);
  const to = frame.to === undefined ? NOTHING : addressCode(frame.to, context);
  const value = frame.value === 0n ? NOTHING : frame.value === context.value ? CONTEXT_VALUE : WRITTEN;
  writer.byte(
    FRAME_TYPES.indexOf(frame.type) |
      (frame.error === undefined ? 0 : HAS_ERROR) |
      (frame.logIndexes === undefined ? 0 : HAS_LOGS) |
      (frame.output.length === 0 ? 0 : HAS_OUTPUT) |
      (isSameInput ? SAME_INPUT : 0) |
      (isSameGas ? SAME_GAS : 0),
  );
  writer.byte(from | (to << TO_SHIFT) | (value << VALUE_SHIFT));
  if (from === WRITTEN) writer.fixed(frame.from);
  if (to === WRITTEN) writer.fixed(frame.to!);
  if (value === WRITTEN) writer.amount(frame.value);
  if (!isSameInput) writer.bytes(frame.input);
  if (!isSameGas) {
    writer.varint(frame.gas);
    writer.varint(frame.gasUsed);
  }
  if (frame.output.length > 0) writer.bytes(frame.output);
  if (frame.error !== undefined) writer.text(frame.error);
  if (frame.logIndexes !== undefined) {
    writer.varint(frame.logIndexes.length);
    for (const logIndex of frame.logIndexes) writer.varint(logIndex);
  }
}

function readFrame(path: Buffer, context: Context, reader: ByteReader): Frame {
  const flags = reader.byte();
  const parties = reader.byte();
  const type = FRAME_TYPES[flags & 7];
  const from = readAddress(parties & 3, context, reader);
  const to = readAddress((parties >> TO_SHIFT) & 3, context, reader);
  if (type === undefined || from === undefined) throw reader.malformed('holds a frame that makes no sense');
  const value = readValue(parties >> VALUE_SHIFT, context, reader);
  const input = flags & SAME_INPUT ? context.input : reader.bytes();
  const gas = flags & SAME_GAS ? context.gas : reader.varint();
  const gasUsed = flags & SAME_GAS ? context.gasUsed : reader.varint();
  const output = flags & HAS_OUTPUT ? reader.bytes() : NO_OUTPUT;
  const frame: { -readonly [K in keyof Frame]: Frame[K] } = {
    path,
    type,
    from,
    value,
    gas,
    gasUsed,
    input,
    output,
  };
  if (to !== undefined) frame.to = to;
  if (flags & HAS_ERROR) frame.error = reader.text();
  if (flags & HAS_LOGS) frame.logIndexes = Array.from({ length: reader.count() }, () => reader.varint());
  return frame;
}

function addressCode(address: Buffer, context: Context): number {
  if (context.to !== undefined && sameAddress(address, context.to)) return CONTEXT_TO;
  return sameAddress(address, context.from) ? CONTEXT_FROM : WRITTEN;
}

function readAddress(code: number, context: Context, reader: ByteReader): Buffer | undefined {
  switch (code) {
    case WRITTEN:
      return reader.fixed(20);
    case CONTEXT_TO:
      return context.to;
    case CONTEXT_FROM:
      return context.from;
    default:
      return undefined;
  }
}

function readValue(code: number, context: Context, reader: ByteReader): bigint {
  switch (code) {
    case WRITTEN:
      return reader.amount();
    case CONTEXT_VALUE:
      return context.value;
    case NOTHING:
      return 0n;
    default:
      throw reader.malformed('holds a frame that makes no sense');
  }
}
