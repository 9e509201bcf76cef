import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Bundles that `proof export` of commit 26c10a8 wrote on the demo chain: one of each definition at its first block, and some at the last. */
export const earlierBundles = (): readonly string[] =>
  brotliDecompressSync(readFileSync(join(process.cwd(), 'test', 'verifier', 'bundles-26c10a8.jsonl.br')))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => `${line}\n`);
