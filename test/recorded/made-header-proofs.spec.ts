import { describe, expect, it } from '@jest/globals';
import { eraRoot, makeHeaderProof } from '../../src/domain/canonicity/beacon-block/make-header-proof.js';
import { decodeHeaderProof, encodeHeaderProof } from '../../src/domain/canonicity/header-proof.js';
import { published } from '../../src/verifier/published.js';
import { bounded } from '../bounded.js';
import { recordedEra, signedBeaconBlock } from './beacon-blocks.js';
import { provenHeaders } from './proven-headers.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const given = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;
const recordedProof = (block: number) => provenHeaders().find(({ number }) => number === block)!.proof;

given('a proof that is made from a recorded beacon block', () => {
  it('is the published one for Deneb, byte for byte', () => {
    const roots = recordedEra();
    expect(eraRoot(roots)).toEqual(published().roots!.eras.get(1_053));
    const made = makeHeaderProof(signedBeaconBlock(19_426_587), 8_626_176, roots);
    expect(encodeHeaderProof(made)).toEqual(recordedProof(19_426_587));
  });

  it('has the published branch of the payload for Capella', () => {
    const { executionBranch, beaconRoot, type } = decodeHeaderProof(recordedProof(17_034_870)) as never;
    const made = makeHeaderProof(signedBeaconBlock(17_034_870), 6_209_538, recordedEra());
    expect(made).toMatchObject({ executionBranch, beaconRoot, type });
  });

  it('differs, or cannot be made, if any byte of the block changed', () => {
    const block = signedBeaconBlock(19_426_587);
    const { beaconRoot } = makeHeaderProof(block, 8_626_176, recordedEra());
    for (let at = 100; at < block.length; at += bounded(2_003, 61)) {
      const other = Buffer.from(block);
      other[at]! ^= 1 << (at % 8);
      try {
        expect([at, makeHeaderProof(other, 8_626_176, []).beaconRoot.equals(beaconRoot)]).toEqual([
          at,
          false,
        ]);
      } catch (error) {
        expect((error as Error).name).toBe('MalformedField');
      }
    }
  });

  it('is not made from a block of another fork, or before Capella', () => {
    const block = signedBeaconBlock(19_426_587);
    for (const slot of [6_300_000, 12_000_000, 6_000_000])
      expect(() => makeHeaderProof(block, slot, [])).toThrow(
        expect.objectContaining({ name: 'MalformedField' }),
      );
  });
});
