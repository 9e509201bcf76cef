/** A file is not an archive, or its content is wrong. The message says what is wrong and what to do. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}
