import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CanonicalRoots } from '../../src/domain/canonicity/canonical-roots.js';
import { encodeHeaderProof } from '../../src/domain/canonicity/header-proof.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { writeCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import type { CallBundle } from '../../src/verifier/bundle/call-bundle.schema.js';
import { describeVerification, exitCodeOf } from '../../src/verifier/describe-verification.js';
import { verifyText } from '../../src/verifier/verify-text.js';
import { bundleOf, chainWith, returning } from '../builder/call-bundles.js';
import { madeHeaderProof } from '../builder/made-header-proof.js';
import { SCHEDULE } from '../builder/view-call.js';

/** A slot after the time of every made block. */
const SLOT = 10_000_000;

describe('V6 of a view call', () => {
  let bundle: CallBundle;
  let canonicity: string;
  let roots: CanonicalRoots;

  beforeAll(async () => {
    bundle = await bundleOf(await chainWith(returning('7 SLOAD')));
    const made = madeHeaderProof(keccak256(fromHex(bundle.header)), 4, SLOT);
    canonicity = toHex(encodeHeaderProof(made.proof));
    roots = { ...made.roots, gloasSlot: SLOT };
  });

  const verify = (one: CallBundle, known: CanonicalRoots | undefined) =>
    verifyText(writeCallBundle(one), { rules: new Map(), forks: SCHEDULE, ...(known && { roots: known }) });
  const proven = (proof = canonicity) => ({ ...bundle, canonicity: proof as CallBundle['header'] });

  it('holds if its header is proven, and then nothing is assumed', async () => {
    const verification = await verify(proven(), roots);
    expect(describeVerification(verification)).toMatch(
      /^V6 {2}holds {8}the blocks are those of Ethereum mainnet$/m,
    );
    expect(describeVerification(verification)).not.toContain('assumed');
    expect(exitCodeOf(verification)).toBe(0);
  });

  it.each([
    ['without a proof', () => bundle, () => roots, 'no proof of it is in the bundle'],
    ['without roots', proven, () => undefined, 'the roots of the consensus layer are not at hand'],
    ['without its root', proven, () => ({ ...roots, eras: new Map() }), 'the root of era 1220 is not known'],
  ])('is not shown %s, and says why', async (_, of, known, reason) => {
    const verification = await verify(of(), known());
    const text = describeVerification(verification);
    expect(text).toContain(
      `V6  not shown    the blocks are those of Ethereum mainnet: block 23000005: ${reason}`,
    );
    expect(text).toContain('assumed');
    expect(exitCodeOf(verification)).toBe(0);
  });

  it('is not reached where a log is named: a log has no calls', async () => {
    const log = () => ({ cosigned: new Map<string, number>() });
    const verification = await verifyText(writeCallBundle(proven()), {
      ...{ rules: new Map(), forks: SCHEDULE, roots },
      log,
    });
    expect(describeVerification(verification)).toMatch(/^V5 {2}FAILS {8}the log: a log has claims/m);
    expect(exitCodeOf(verification)).toBe(15);
  });

  it('fails with any byte of the proof changed', async () => {
    for (let at = 2; at < canonicity.length; at += 61) {
      const digit = canonicity[at] === '0' ? '1' : '0';
      const verification = await verify(
        proven(`${canonicity.slice(0, at)}${digit}${canonicity.slice(at + 1)}`),
        roots,
      );
      // A changed slot can belong to an era whose root is not known.
      const text = describeVerification(verification);
      expect(text).not.toMatch(/^V6 {2}holds/m);
      if (!text.includes('is not known')) expect(exitCodeOf(verification)).toBe(16);
    }
  });
});
