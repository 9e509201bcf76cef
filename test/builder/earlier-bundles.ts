import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Written by `proof export` at commit 26c10a8, over the demo chain: one of each definition as of its first block, and some as of the last. */
export const earlierBundles = (): readonly string[] =>
  brotliDecompressSync(readFileSync(join(process.cwd(), 'test', 'verifier', 'bundles-26c10a8.jsonl.br')))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => `${line}\n`);
