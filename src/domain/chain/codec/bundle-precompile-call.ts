import { FRAME_TYPES, type PrecompileCall } from '../record/block.js';
import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';

const SUCCEEDED = 255;

/** Writes the calls of one transaction to precompiles. */
export function writePrecompileCalls(calls: readonly PrecompileCall[], writer: ByteWriter): void {
  writer.varint(calls.length);
  for (const { caller, position, failure } of calls) {
    writer.varint(caller);
    writer.varint(position);
    writer.byte(failure ? FRAME_TYPES.indexOf(failure.type) : SUCCEEDED);
    if (!failure) continue;
    writer.fixed(failure.to);
    writer.varint(failure.gas);
    writer.varint(failure.gasUsed);
    writer.bytes(failure.output);
    writer.text(failure.error);
  }
}

/** Reads the calls of one transaction to precompiles. @throws MalformedField */
export function readPrecompileCalls(reader: ByteReader): PrecompileCall[] {
  return Array.from({ length: reader.count() }, () => readCall(reader));
}

function readCall(reader: ByteReader): PrecompileCall {
  const caller = reader.varint();
  const position = reader.varint();
  const kind = reader.byte();
  if (kind === SUCCEEDED) return { caller, position };
  const type = FRAME_TYPES[kind];
  if (type === undefined) throw reader.malformed('holds a call that makes no sense');
  const to = reader.fixed(20);
  const gas = reader.varint();
  const gasUsed = reader.varint();
  const output = reader.bytes();
  const error = reader.text();
  return { caller, position, failure: { type, to, gas, gasUsed, output, error } };
}
