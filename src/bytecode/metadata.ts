/** Keys under which compilers describe a build. */
const KEYS = ['ipfs', 'bzzr0', 'bzzr1', 'solc', 'experimental', 'vyper'].map((key) => Buffer.from(key));
const MAP = 0xa0;
const TEXT = 0x60;
const BYTES = 0x40;
const ARRAY = 0x80;
const ONE_BYTE_LENGTH = 24;
const SIMPLE = [0xf4, 0xf5];
const INVALID = 0xfe;
const LENGTH_SIZE = 2;

/**
 * The code without the metadata of compilers: CBOR maps that are followed by their length. They are not only
 * at the end, because a contract that creates others contains their code with its metadata.
 */
export function withoutMetadata(code: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < code.length; at++) {
    // Maps of one to four entries.
    if (code[at]! <= MAP || code[at]! > MAP + 4) continue;
    const end = metadataEnd(code, at);
    if (end === undefined) continue;
    // The compiler separates the metadata from the code by INVALID.
    kept.push(code.subarray(from, at > from && code[at - 1] === INVALID ? at - 1 : at));
    from = end;
    at = end - 1;
  }
  return from === 0 ? code : Buffer.concat([...kept, code.subarray(from)]);
}

/**
 * The end of the metadata that begins at an offset, with its length field; undefined when none begins there.
 */
function metadataEnd(code: Buffer, start: number): number | undefined {
  let at = start + 1;
  for (let entries = code[start]! - MAP; entries > 0; entries--) {
    const key = at + 1;
    const length = (code[at] ?? 0) - TEXT;
    if (!KEYS.some((known) => known.length === length && code.subarray(key, key + length).equals(known))) {
      return undefined;
    }
    const end = itemEnd(code, key + length);
    if (end === undefined) return undefined;
    at = end;
  }
  if (at + LENGTH_SIZE > code.length || code.readUInt16BE(at) !== at - start) return undefined;
  return at + LENGTH_SIZE;
}

/**
 * The end of a value of a form that compilers write: bytes, text, a flag, or a short list of small numbers.
 * Undefined for others.
 */
function itemEnd(code: Buffer, at: number): number | undefined {
  const head = code[at] ?? 0;
  if (SIMPLE.includes(head)) return at + 1;
  const length = head & 0x1f;
  switch (head & 0xe0) {
    case BYTES:
    case TEXT:
      if (length === ONE_BYTE_LENGTH) return at + 2 + (code[at + 1] ?? 0);
      return length < ONE_BYTE_LENGTH ? at + 1 + length : undefined;
    case ARRAY:
      return code.subarray(at + 1, at + 1 + length).every((item) => item < ONE_BYTE_LENGTH)
        ? at + 1 + length
        : undefined;
    default:
      return undefined;
  }
}
