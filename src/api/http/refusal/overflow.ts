/** The part of a request that is too long. */
export type Overflow = 'target' | 'headers';

/**
 * A whole request line at the beginning of a piece. It is short enough, because no piece is as long as a head
 * may be.
 */
const WHOLE_LINE = /^\S+ \S+ HTTP\/1\.\d\r?$/;

/**
 * The part that is too long in a request whose head Node stopped reading.
 * @param piece the piece in which it stopped. It is the first of the request only if the headers are too many
 * @returns undefined if the piece alone does not show it
 */
export function overflowOf(piece: Buffer): Overflow | undefined {
  const text = piece.toString('latin1');
  const lineEnd = text.indexOf('\n');
  // Only the first line of a head ends with a version, and only one blank follows the target, before that
  // version.
  if (lineEnd !== -1) {
    const line = text.slice(0, lineEnd);
    return / HTTP\/1\.\d\r?$/.test(line) && !WHOLE_LINE.test(line) ? 'target' : 'headers';
  }
  return text.includes(' ') ? 'headers' : undefined;
}
