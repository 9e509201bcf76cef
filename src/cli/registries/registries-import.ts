import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { withNextVersion } from '../../definition/binding/next-version.js';
import { bindingDirectories } from '../../definition/read-definitions.js';
import { replaceFile } from '../../platform/process/replace-file.js';
import { readCsvList } from './csv-list.js';
import type { Listing } from './listing.js';
import { readOfacList } from './ofac-list.js';

export type ListForm = 'ofac' | 'csv';

export interface ImportOptions {
  readonly fromBlock: number;
  readonly registry?: string;
  readonly retrieved?: string;
  readonly demo?: boolean;
  readonly out?: string;
}

/** Runs `registries import`. @returns what it did, in words */
export async function importList(form: ListForm, path: string, options: ImportOptions): Promise<string> {
  const { fromBlock, registry = 'ofac-sanctions', demo = false } = options;
  const retrieved = options.retrieved ?? new Date().toISOString().slice(0, 10);
  const file = `${bindingDirectories(demo).at(-1)}/${registry}.yaml`;
  const before = readFileSync(file, 'utf8');
  const { listing, digest } = await readList(form, path);
  const { addresses, published } = listing;
  const day = published === undefined ? '' : ` of ${published}`;
  const next = withNextVersion(before, {
    addresses,
    source: `${basename(path).replace(/[^\x20-\x7e]/g, '?')}${day}, sha256 ${digest}`,
    retrieved,
    ...(published !== undefined && { asOf: published }),
    validFrom: fromBlock,
  });
  const written = options.out ?? file;
  if (options.out === undefined) replaceFile(file, next.text);
  else writeFileSync(options.out, next.text);
  return [
    `${written}: version ${next.version} counts from block ${fromBlock}`,
    `${next.added} addresses begin with it, ${next.ended} end with it, ${next.kept} stay`,
    ...(written === file ? ['the service evaluates with it from its next start on'] : []),
  ].join('\n');
}

async function readList(form: ListForm, path: string): Promise<{ listing: Listing; digest: string }> {
  const hash = createHash('sha256');
  if (form === 'csv') {
    const text = readFileSync(path, 'utf8');
    return { listing: readCsvList(text), digest: hash.update(text).digest('hex') };
  }
  // The stream decodes the text, because a character may begin in one chunk and end in the next.
  const chunks = createReadStream(path, 'utf8');
  async function* hashed(): AsyncIterable<string> {
    for await (const chunk of chunks) {
      hash.update(chunk as string);
      yield chunk as string;
    }
  }
  const listing = await readOfacList(hashed());
  return { listing, digest: hash.digest('hex') };
}
