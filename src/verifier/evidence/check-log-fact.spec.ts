import { expect, it } from '@jest/globals';
import { type Hex, pad, toHex, toRlp, zeroAddress, zeroHash } from 'viem';
import type { Bundle, StatedHolding } from '../bundle/bundle.schema.js';
import { checkEvidence } from '../level/check-evidence.js';
import { Attestations } from './attestation.js';
import { EvidenceSource } from './evidence-source.js';

const BLOOM = pad('0x', { size: 256 });
const HEADER = toRlp([
  ...[zeroHash, zeroHash, zeroAddress, zeroHash, zeroHash, zeroHash, BLOOM],
  ...(['0x', '0x01', '0x01', '0x', '0x01', '0x'] as const),
  ...[zeroHash, pad('0x', { size: 8 })],
]);
const word = (number: number) => pad(toHex(number)).slice(2);

/** A fact of the zero address by a log that it emitted. */
const fact = (key: readonly string[] = [], stated = ''): StatedHolding => ({
  address: zeroAddress,
  source: {
    ...{ kind: 'log', emitter: 'subject', subject: 'emitter', topic0: zeroHash, topics: 1 },
    ...(key.length > 0 && { key }),
  },
  key: stated,
  value: 'true',
  start: 1,
  tx: `tx:1:${zeroHash}:0`,
  evidence: [`log:1:${zeroHash}:0:0`],
});

/** Compares facts with the only log of a block, which has this data. */
function check(holdings: readonly StatedHolding[], data: Hex, rangeStart = 0): void {
  const receipt = toRlp(['0x01', '0x05', BLOOM, [[zeroAddress, [zeroHash], data]]]);
  // The trie has only this leaf.
  const receipts = { 0: [toRlp(['0x2080', receipt])] };
  const bundle = {
    block: 1,
    proofs: { proof: { sourceEvidenceRefs: [`log:1:${zeroHash}:0:0`] } },
    statements: { proof: { rangeStart, holdings, answers: [] } },
    attested: {},
    blocks: { [zeroHash]: { header: HEADER, receipts } },
  } as unknown as Bundle;
  const evaluated = { bindings: new Map(), absences: new Map([['proof', []]]) };
  checkEvidence(bundle, evaluated, new EvidenceSource(bundle), new Attestations());
}

it('a fact must start within the range of its statement', () => {
  expect(() => check([fact()], '0x', 1)).not.toThrow();
  expect(() => check([fact()], '0x', 2)).toThrow('it starts before the range that was evaluated');
});

it('many facts may rest on one receipt', () => {
  expect(() => check(Array<StatedHolding>(500).fill(fact()), toHex(new Uint8Array(10_000)))).not.toThrow();
});

it('facts that read a very long receipt too often are refused', () => {
  expect(() => check(Array<StatedHolding>(100).fill(fact()), toHex(new Uint8Array(4 << 20)))).toThrow(
    'the bundle: its facts read more than 268435456 bytes of evidence',
  );
});

it('a key may combine lists with more combinations than fit into memory', () => {
  const parts = ['each:word0.address', 'each:word0.address', 'each:word0.address'];
  const elements = Array.from({ length: 600 }, (_, at) => word(at + 1)).join('');
  const list: Hex = `0x${word(32)}${word(600)}${elements}`;
  const keyOf = (...numbers: number[]) => `0x${numbers.map((one) => word(one).slice(24)).join('')}`;
  expect(() => check([fact(parts, keyOf(1, 600, 7))], list)).not.toThrow();
  expect(() => check([fact(parts, keyOf(1, 601, 7))], list)).toThrow('its log has another key');
  expect(() => check([fact(parts, keyOf(1, 600))], list)).toThrow('its log has another key');
});
