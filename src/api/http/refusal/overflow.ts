/** The part that is too long. */
export type Overflow = 'target' | 'headers';

/**
 * The part that is too long in a request whose head Node stopped reading.
 * @param piece in which it stopped: never the first of the request, because no piece is as long as a head may be
 * @returns `undefined` where the piece alone does not show it
 */
export function overflowOf(piece: Buffer): Overflow | undefined {
  const text = piece.toString('latin1');
  const lineEnd = text.indexOf('\n');
  // Only the first line of a head ends so, and the version that ends it follows the only blank after the target.
  if (lineEnd !== -1) return / HTTP\/1\.\d\r?$/.test(text.slice(0, lineEnd)) ? 'target' : 'headers';
  return text.includes(' ') ? 'headers' : undefined;
}
