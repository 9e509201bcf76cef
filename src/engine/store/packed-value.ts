import { fromHex } from '../../domain/chain/codec/hex.js';

/**
 * Marks a hexadecimal number: no JSON text contains it. Two counts follow, of all bytes and of those from the
 * first that is not zero, and then the latter bytes.
 */
const MARK = 1;
/** From eight bytes on, the three bytes of mark and counts pay off; a count can say 255 at most. */
const DIGITS = /0x(?:[0-9a-f]{2}){8,255}/g;

/** JSON text as it is stored: UTF-8, with the bytes of long hexadecimal numbers in place of their digits. */
export function packValue(json: string): Buffer {
  const parts: Buffer[] = [];
  let end = 0;
  for (const { 0: digits, index } of json.matchAll(DIGITS)) {
    const bytes = fromHex(digits);
    const first = bytes.findIndex((byte) => byte !== 0);
    const kept = first < 0 ? bytes.subarray(bytes.length) : bytes.subarray(first);
    parts.push(Buffer.from(json.slice(end, index)), Buffer.of(MARK, bytes.length, kept.length), kept);
    end = index + digits.length;
  }
  parts.push(Buffer.from(json.slice(end)));
  return Buffer.concat(parts);
}

/** The JSON text of stored bytes. */
export function unpackValue(packed: Buffer): string {
  let json = '';
  let at = 0;
  for (;;) {
    const mark = packed.indexOf(MARK, at);
    if (mark < 0) return json + packed.toString('utf8', at);
    const [all, kept] = [packed[mark + 1]!, packed[mark + 2]!];
    json += packed.toString('utf8', at, mark);
    at = mark + 3 + kept;
    json += `0x${'00'.repeat(all - kept)}${packed.toString('hex', mark + 3, at)}`;
  }
}
