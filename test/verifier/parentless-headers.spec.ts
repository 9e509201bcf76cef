import { describe, expect, it } from '@jest/globals';
import { decodeHeader, encodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { earlierBundles } from '../builder/earlier-bundles.js';
import { withFittingHashes } from '../forger/refit.js';

/** The bundle with a header that names no parent, and all references to that header adapted. */
function orphaned(text: string, hash: string): string {
  const { blocks } = JSON.parse(text) as Bundle;
  const { header } = blocks[hash as keyof Bundle['blocks']]!;
  const other = encodeHeader({ ...decodeHeader(fromHex(header)), parentHash: Buffer.alloc(32) });
  return withFittingHashes(text.replaceAll(header, toHex(other)).replaceAll(hash, toHex(keccak256(other))));
}

describe('a header that names no parent', () => {
  it('shows nothing that another header does not show', async () => {
    const reasons: string[] = [];
    let verified = 0;
    for (const text of earlierBundles()) {
      const honest = await verifyBundle(text);
      if (honest.outcome !== 'verified') throw new Error(honest.outcome);
      for (const hash of Object.keys(honest.bundle.blocks)) {
        const found = await verifyBundle(orphaned(text, hash));
        if (found.outcome !== 'verified') {
          reasons.push('reason' in found ? found.reason : '');
          continue;
        }
        verified++;
        const kinds = (of: typeof honest) => of.attested.map(({ kind }) => kind).sort();
        expect([hash, kinds(found)]).toEqual([hash, kinds(honest)]);
        expect(found.canonicity).toMatchObject({ outcome: 'not shown' });
      }
    }
    expect(verified).toBeGreaterThan(87);
    // The bundle contains its parent, which it does not name.
    for (const reason of reasons) expect(reason).toMatch(/^block \d+ of the bundle is not its parent$/);
  });
});
