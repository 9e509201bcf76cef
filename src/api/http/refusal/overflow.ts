/** The part that is too long. */
export type Overflow = 'target' | 'headers';

/** A request line that begins where the piece does: it is short enough, as no piece is as long as a head may be. */
const WHOLE_LINE = /^\S+ \S+ HTTP\/1\.\d\r?$/;

/**
 * The part that is too long in a request whose head Node stopped reading.
 * @param piece in which it stopped: the first of the request only where its headers are too many
 * @returns `undefined` where the piece alone does not show it
 */
export function overflowOf(piece: Buffer): Overflow | undefined {
  const text = piece.toString('latin1');
  const lineEnd = text.indexOf('\n');
  // Only the first line of a head ends so, and the version that ends it follows the only blank after the target.
  if (lineEnd !== -1) {
    const line = text.slice(0, lineEnd);
    return / HTTP\/1\.\d\r?$/.test(line) && !WHOLE_LINE.test(line) ? 'target' : 'headers';
  }
  return text.includes(' ') ? 'headers' : undefined;
}
