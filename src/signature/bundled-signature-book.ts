import { readFileSync } from 'node:fs';
import { SignatureBook } from './signature-book.js';
import { SignatureTable } from './signature-table.js';

/** Written by `scripts/build-signature-table.mjs`, at the root of the build output. */
const TABLE = new URL('../../../.cache/signatures.txt', import.meta.url);

let book: SignatureBook | undefined;

/**
 * The book of everything that the packages at hand declare. Read when first asked for: a process that only ingests has
 * no use for its seven megabytes.
 *
 * @throws Error when the table was not built
 */
export function bundledSignatureBook(): SignatureBook {
  book ??= new SignatureBook(new SignatureTable(readTable()));
  return book;
}

function readTable(): Buffer {
  try {
    return readFileSync(TABLE);
  } catch (error) {
    throw new Error('the signature table is not built: run node scripts/build-signature-table.mjs', {
      cause: error,
    });
  }
}
