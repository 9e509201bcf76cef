import { closeSync, openSync, readSync } from 'node:fs';
import { LONGEST_BUNDLE } from './read-bundle.js';

const CHUNK_BYTES = 1 << 20;

/**
 * Reads a file, pipe or device as text, one character for each byte. It stops as soon as the text is longer
 * than any bundle may be.
 *
 * @throws Error if the file cannot be read
 */
export function readBundleFile(name: string): string {
  const file = openSync(name, 'r');
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    while (length <= LONGEST_BUNDLE) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const count = readSync(file, chunk);
      if (count === 0) break;
      chunks.push(chunk.subarray(0, count));
      length += count;
    }
    return Buffer.concat(chunks).toString('latin1');
  } finally {
    closeSync(file);
  }
}
