import { describe, expect, it } from '@jest/globals';
import type { CanonicalRoots } from '../../src/domain/canonicity/canonical-roots.js';
import { decodeHeaderProof, encodeHeaderProof } from '../../src/domain/canonicity/header-proof.js';
import { timeOfSlot } from '../../src/domain/canonicity/mainnet-slots.js';
import { hashPair } from '../../src/domain/canonicity/merkle-branch.js';
import {
  ProofFails,
  RootUnknown,
  verifyHeaderProof,
} from '../../src/domain/canonicity/verify-header-proof.js';
import { decodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { checkCanonicity } from '../../src/verifier/level/check-canonicity.js';
import { published } from '../../src/verifier/published.js';
import { madeHeaderProof, madeNode } from '../builder/made-header-proof.js';
import { type ProvenHeader, provenHeaders } from './proven-headers.js';

const ROOTS = published().roots!;
const RECORDED = provenHeaders();
const given = RECORDED.length > 0 ? describe : describe.skip;

const verify = ({ hash, header, proof }: Pick<ProvenHeader, 'hash' | 'header' | 'proof'>, roots = ROOTS) =>
  verifyHeaderProof(hash, decodeHeader(header), decodeHeaderProof(proof), roots);
const refusal = (check: () => void): string => {
  try {
    check();
    return 'accepted';
  } catch (error) {
    return (error as Error).name;
  }
};
const recorded = (number: number) => RECORDED.find((one) => one.number === number)!;

describe('the roots of the release', () => {
  it('have the accumulator of EIP-7643 before the merge', () => {
    const zeros: Buffer[] = [Buffer.alloc(32)];
    for (let depth = 0; depth < 13; depth++) zeros.push(hashPair(zeros[depth]!, zeros[depth]!));
    let level: Buffer[] = [...ROOTS.epochs];
    for (let depth = 0; depth < 11; depth++) {
      if (level.length % 2 === 1) level.push(zeros[depth]!);
      level = level.flatMap((node, at) => (at % 2 === 0 ? [hashPair(node, level[at + 1]!)] : []));
    }
    const length = Buffer.alloc(32);
    length.writeUInt32LE(ROOTS.epochs.length);
    const root = hashPair(hashPair(level[0]!, length), hashPair(zeros[13]!, Buffer.alloc(32)));
    expect(root.toString('hex')).toBe('ec8e040fd6c557b41ca8ddd38f7e9d58a9281918dc92bdb72342a38fb085e701');
  });

  it('have every era from the merge to the last', () => {
    const eras = [...ROOTS.eras.keys()];
    expect(eras).toEqual(Array.from({ length: eras.length }, (_, at) => 573 + at));
    expect(eras.length).toBeGreaterThanOrEqual(828);
  });

  // The root of this list is in every state since Capella, and was published with the list. Nodes for entries before the
  // merge are given; no others lead to the same root.
  it('have the frozen list of states up to Capella, by the root of the list', () => {
    const before: readonly (readonly [length: number, node: string])[] = [
      [512, '7db06f295b9d2f75fcfcbd8f28bff3fc1324eb126f2ffcff4fe3e3e6c2ec5f1a'],
      [32, '520cfd3001b42d6d386c73bf5f5249ecf25255c3f2b83dec379719125eb4d2ca'],
      [16, '281bdcc00e4b9b3c797b0ce7f694d9aa72536dd22cff2fee52de7ed202c821cf'],
      [8, '49f1b8afd514c8a1478e8852e06dce149670e303d2933714139514b1ec8c8110'],
      [4, 'eca3613fb17e608e2399acc0d8c4ad19078f2452a455d22213446324b0a4ceec'],
      [1, 'c847a969a5c89a7cecf03a4548bda227e30324860bc88071fb0e06bce9280cc7'],
    ];
    let at = 0;
    const subtrees = before.map(([length, node]) => {
      at += length;
      return { from: at - length, length, node: Buffer.from(node, 'hex') };
    });
    expect(at).toBe(573);
    const zeros: Buffer[] = [Buffer.alloc(32)];
    for (let depth = 0; depth < 24; depth++) zeros.push(hashPair(zeros[depth]!, zeros[depth]!));
    const nodeAt = (from: number, depth: number): Buffer => {
      const given = subtrees.find((one) => one.from === from && one.length === 2 ** depth);
      if (given) return given.node;
      if (from >= 758) return zeros[depth]!;
      if (depth === 0) return ROOTS.eras.get(from)!;
      return hashPair(nodeAt(from, depth - 1), nodeAt(from + 2 ** (depth - 1), depth - 1));
    };
    const length = Buffer.alloc(32);
    length.writeUInt32LE(758);
    const root = hashPair(nodeAt(0, 24), length).toString('hex');
    expect(root).toBe('4df6b89755125d4f6c5575039a04e22301a5a49ee893c1d27e559e3eeab73da7');
  });

  // Files of the beacon chain are named by the first four bytes of the previous root.
  it('are those in the names of beacon chain archives', () => {
    for (const [era, named] of [
      [600, 'e031a37d'],
      [758, 'a7552bde'],
    ] as const)
      expect(ROOTS.eras.get(era - 1)!.toString('hex')).toMatch(new RegExp(`^${named}`));
  });
});

given('a recorded header of mainnet', () => {
  it('has a valid proof, in every recorded era', () => {
    for (const header of RECORDED) verify(header);
    expect(new Set(RECORDED.map(({ proof }) => decodeHeaderProof(proof).type))).toEqual(
      new Set([0, 1, 2, 3]),
    );
  });

  it('has a proof that is refused with any one byte changed', () => {
    for (const header of RECORDED)
      for (let at = 0; at < header.proof.length; at++) {
        const proof = Buffer.from(header.proof);
        proof[at]! ^= 1 << (at % 8);
        expect(refusal(() => verify({ ...header, proof }))).toMatch(
          /^(ProofFails|RootUnknown|MalformedField)$/,
        );
      }
  });

  it('is refused with any one byte changed, and with the proof of another header', () => {
    for (const { header, hash, proof } of RECORDED) {
      const other = Buffer.from(hash);
      other[7]! ^= 1;
      expect(refusal(() => verify({ header, hash: other, proof }))).toBe('ProofFails');
      for (const another of RECORDED.filter((one) => one.hash !== hash))
        expect(refusal(() => verify({ header, hash, proof: another.proof }))).toBe('ProofFails');
    }
  });

  it('has a proof that is the same after decoding and encoding', () => {
    for (const { proof } of RECORDED) expect(encodeHeaderProof(decodeHeaderProof(proof))).toEqual(proof);
  });

  it('is not shown if its root is not known', () => {
    const none: CanonicalRoots = { epochs: [], eras: new Map() };
    for (const header of RECORDED) expect(refusal(() => verify(header, none))).toBe('RootUnknown');
  });
});

describe('a proof of a beacon block', () => {
  const hash = madeNode('a payload');
  const at = (slot: number) => ({ number: 20_000_000, timestamp: timeOfSlot(slot) });

  it('covers since Gloas the hash that the next block names as its parent', () => {
    const gloasSlot = 15_000_000;
    const { proof, roots } = madeHeaderProof(hash, 4, gloasSlot + 1);
    const known = { ...roots, gloasSlot };
    verifyHeaderProof(hash, at(gloasSlot), proof, known);
    expect(() => verifyHeaderProof(hash, at(gloasSlot + 1), proof, known)).toThrow('is not of the time');
    for (let index = 0; index < 14; index++) {
      const executionBranch = proof.executionBranch.map((node, depth) =>
        depth === index ? madeNode('') : node,
      );
      expect(() => verifyHeaderProof(hash, at(gloasSlot), { ...proof, executionBranch }, known)).toThrow(
        ProofFails,
      );
    }
    expect(() => verifyHeaderProof(hash, at(gloasSlot), proof, roots)).toThrow('is not one of slot');
  });

  // A proposer chooses 32 bytes of a block, the graffiti. Read by the layout of another fork they could be the hash of any payload.
  it.each([
    ['before the merge', 4_700_012, 1],
    ['before Capella', 6_209_535, 2],
    ['since Capella', 6_209_536, 1],
    ['before Deneb', 8_626_175, 3],
    ['since Deneb', 8_626_176, 2],
    ['since Gloas', 15_000_000, 3],
    ['before Gloas', 14_999_999, 4],
  ] as const)('is refused %s where it is by the layout of another fork', (_, slot, type) => {
    const { proof, roots } = madeHeaderProof(hash, type, slot);
    expect(() => verifyHeaderProof(hash, at(slot), proof, { ...roots, gloasSlot: 15_000_000 })).toThrow(
      `a proof of type ${type} is not one of slot ${slot}`,
    );
  });

  it('is refused if the header states another time, or a number before the merge', () => {
    const { proof, roots } = madeHeaderProof(hash, 3, 9_000_000);
    verifyHeaderProof(hash, at(9_000_000), proof, roots);
    expect(() => verifyHeaderProof(hash, at(9_000_001), proof, roots)).toThrow(ProofFails);
    expect(() => verifyHeaderProof(hash, { ...at(9_000_000), number: 15_537_393 }, proof, roots)).toThrow(
      ProofFails,
    );
    expect(() => verifyHeaderProof(hash, at(9_000_000), proof, { ...roots, eras: new Map() })).toThrow(
      RootUnknown,
    );
  });
});

given('V6', () => {
  const held = (...headers: readonly (ProvenHeader & { bare?: boolean })[]) =>
    new Map(
      headers.map(({ hash, header, proof, bare }) => [
        toHex(hash),
        { header: toHex(header), ...(!bare && { canonicity: toHex(proof) }) },
      ]),
    );

  it('holds if each header has a proof, or is the parent of one with a proof', () => {
    expect(checkCanonicity(held(...RECORDED), ROOTS)).toEqual({ outcome: 'shown' });
    const parent = { ...recorded(17_034_869), bare: true };
    expect(checkCanonicity(held(parent, recorded(17_034_870)), ROOTS)).toEqual({ outcome: 'shown' });
  });

  it('is not shown if a header has no proof', () => {
    const bare = { ...recorded(17_034_870), bare: true };
    expect(checkCanonicity(held(recorded(17_034_869), bare), ROOTS)).toEqual({
      outcome: 'not shown',
      blocks: 1,
      reason: 'block 17034870: no proof of it is in the bundle',
    });
    expect(checkCanonicity(held(...RECORDED), undefined)).toMatchObject({ blocks: RECORDED.length });
  });

  it('fails at a proof of another block', () => {
    const swapped = { ...recorded(17_034_869), proof: recorded(15_539_558).proof };
    expect(() => checkCanonicity(held(swapped), ROOTS)).toThrow('is not of the time of block 17034869');
  });
});
