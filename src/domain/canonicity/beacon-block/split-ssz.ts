import { MalformedField } from '../../chain/codec/malformed-field.js';
import { fixedSize, type SszType } from './ssz-type.js';

const OFFSET_BYTES = 4;

/** The bytes of each field of a container. @throws MalformedField */
export function splitFields(fields: readonly SszType[], ssz: Buffer): Buffer[] {
  let at = 0;
  const places = fields.map((field) => {
    const size = fixedSize(field);
    const from = at;
    at += size ?? OFFSET_BYTES;
    if (at > ssz.length) throw new MalformedField('ssz', 'is too short');
    return size === undefined ? { offset: ssz.readUInt32LE(from) } : { from, to: at };
  });
  const offsets = [...places.flatMap(({ offset }) => (offset === undefined ? [] : [offset])), ssz.length];
  requireOrder([at, ...offsets], offsets.length === 1 ? ssz.length : offsets[0]!);
  let variable = 0;
  return places.map(({ from, to }) => {
    if (from !== undefined) return ssz.subarray(from, to);
    variable++;
    return ssz.subarray(offsets[variable - 1], offsets[variable]);
  });
}

/** The bytes of each element of a list. @throws MalformedField */
export function splitElements(of: SszType, limit: number, ssz: Buffer): Buffer[] {
  if (ssz.length === 0) return [];
  const size = fixedSize(of);
  if (size === undefined && ssz.length < OFFSET_BYTES) throw new MalformedField('ssz', 'is too short');
  const count = size === undefined ? ssz.readUInt32LE(0) / OFFSET_BYTES : ssz.length / size;
  if (!Number.isInteger(count) || count > limit || count * (size ?? OFFSET_BYTES) > ssz.length)
    throw new MalformedField('ssz', 'has a list of another length');
  const starts = Array.from({ length: count }, (_, at) =>
    size === undefined ? ssz.readUInt32LE(at * OFFSET_BYTES) : at * size,
  );
  const bounds = [...starts, ssz.length];
  requireOrder(bounds, starts[0]!);
  return starts.map((start, at) => ssz.subarray(start, bounds[at + 1]));
}

/** Offsets ascend from where the fixed part ends. */
function requireOrder(offsets: readonly number[], first: number): void {
  if (offsets[0] !== first || offsets.some((offset, at) => at > 0 && offset < offsets[at - 1]!))
    throw new MalformedField('ssz', 'has offsets that do not fit');
}
