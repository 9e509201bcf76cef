import { describe, expect, it } from '@jest/globals';
import { exitCodeOf } from '../../src/verifier/describe-verification.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { earlierBundles } from '../builder/earlier-bundles.js';

const bundles = earlierBundles();

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
    // They contain neither the header of their block nor rules that a known publisher vouches for.
    expect([count('since'), count('rule'), count('existed')]).toEqual([87, 87, 3]);
  });
});
