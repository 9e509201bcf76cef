import { expect, it } from '@jest/globals';
import type { Hex } from '../../domain/chain/hex.js';
import type { ClaimChange } from '../model/engine-store.js';
import { packProof } from '../store/packed-proof.js';
import { packClaims, unpackClaims } from './packed-claims.js';

const SUBJECT: Hex = `0x${'ab'.repeat(20)}`;
const TOO_LONG = `{"text":"${'x'.repeat(1 << 14)}"}`;

const change = (definition: number, proofs: readonly string[]): ClaimChange => ({
  ...{ subject: SUBJECT, definition, removed: [], moved: [], events: [] },
  added: proofs.map((proof, start) => ({
    ...{ object: '', start, intervalStart: start, referenceBlock: start, proofHash: 'sha256:00', proof },
  })),
});

it('gives each proof as it is packed alone, and as text where it is too long', () => {
  const texts = [
    `{"block":1,"subject":"${SUBJECT}"}`,
    TOO_LONG,
    `{"block":200,"subject":"${SUBJECT}"}`,
    '{"block":70000}',
  ];
  const claims = [change(1, texts.slice(0, 2)), change(2, []), change(3, texts.slice(2))];
  const unpacked = unpackClaims(structuredClone(packClaims(claims, new Map())));
  expect(unpacked.map(({ definition }) => definition)).toEqual([1, 2, 3]);
  const proofs = unpacked.flatMap(({ added }) => added.map(({ proof }) => proof));
  expect(proofs).toEqual(texts.map((text) => packProof(text, SUBJECT.slice(2), '', new Map()) ?? text));
  expect(proofs[1]).toBe(TOO_LONG);
});
