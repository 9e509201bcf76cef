/** A file that is not an archive, or does not hold what it should; the message says what and what to do. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}
