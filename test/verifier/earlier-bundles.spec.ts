import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { exitCodeOf } from '../../src/verifier/describe-verification.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';

/** Written by `proof export` at commit 26c10a8, over the demo chain: one of each definition as of its first block, and some as of the last. */
const bundles = brotliDecompressSync(
  readFileSync(join(process.cwd(), 'test', 'verifier', 'bundles-26c10a8.jsonl.br')),
)
  .toString()
  .trimEnd()
  .split('\n')
  .map((line) => `${line}\n`);

describe('bundles of the first format, exported at 26c10a8', () => {
  it('verify, all 87', async () => {
    const codes = await Promise.all(bundles.map(async (text) => exitCodeOf(await verifyBundle(text))));
    expect([codes.length, codes.filter((code) => code !== 0)]).toEqual([87, []]);
  });

  it('list what they do not show', async () => {
    const verified = await Promise.all(bundles.map((text) => verifyBundle(text)));
    const kinds = verified.map((verification) => {
      if (verification.outcome !== 'verified') throw new Error(verification.outcome);
      return new Set(verification.attested.map(({ kind }) => kind));
    });
    const count = (kind: string) => kinds.filter((of) => of.has(kind as never)).length;
    // They contain neither the header of their block nor rules that a publisher is known to vouch for.
    expect([count('since'), count('rule'), count('existed')]).toEqual([87, 87, 3]);
  });
});
