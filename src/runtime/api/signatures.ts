import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SignatureBook } from '../../signature/signature-book.js';
import { SignatureTable } from '../../signature/signature-table.js';

/** The gathered signatures, relative to the compiled file. */
const TABLE = fileURLToPath(new URL('../../../../.cache/signatures.txt', import.meta.url));

/** The signatures this checkout knows. @throws Error when it was never built. */
export function signatureBook(): SignatureBook {
  try {
    return new SignatureBook(new SignatureTable(readFileSync(TABLE)));
  } catch (error) {
    throw new Error('the signature table is not built: run npm run build', { cause: error });
  }
}
