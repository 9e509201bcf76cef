import { expect, it } from '@jest/globals';
import { address, addressHex, describedBlock } from '../../../../test/builder/described-block.js';
import { bindingOf, factSources } from '../../../../test/builder/fact-sources.js';
import { word } from '../../../../test/builder/token-log.js';
import { PROXY_SLOTS } from '../../../bytecode/fallback/proxy-slots.js';
import { SLOT_NAMES, type SlotName } from '../../../definition/model/fact-source.js';
import { fromHex, toHex } from '../../../domain/chain/codec/hex.js';
import type { StateChange } from '../../../domain/chain/record/block.js';
import { slotOf } from '../../model/slots.js';
import { compileExtractor } from '../fact-extractor.js';

const A = address(0xaa);
const B = address(0xbb);
const NONE = word(0);
const DIRTY = Buffer.concat([Buffer.alloc(11), Buffer.of(1), A]);
/** Only 0xbb… was ever a singleton, and is one no more at block 100. */
const SINGLETONS = bindingOf('safe-singletons', { key: addressHex(0xbb), from: 0, until: 10 });

const write = (slot: Buffer, before: Buffer, after: Buffer): StateChange => ({
  address: A,
  storage: [{ slot, before, after }],
});

function rowsOf(names: readonly SlotName[], ...changes: readonly StateChange[]) {
  const extract = compileExtractor(
    factSources(...names.map((slot) => ({ kind: 'storage', slot }) as const)),
    SINGLETONS,
  );
  return extract(describedBlock(changes.map((change) => ({ changes: [change] }))));
}

it('tells how a slot was before its first change in a block, and how it is after each', () => {
  const { eip1967_admin: slot } = PROXY_SLOTS;
  const row = { subject: addressHex(0xaa), source: 1, key: '', blockNumber: 100, ordinal: 0, evidence: [] };
  const rows = rowsOf(['oz_v1_admin', 'eip1967_admin'], write(slot, DIRTY, NONE), write(slot, NONE, word(B)));
  expect(rows).toEqual([
    { ...row, txIndex: 0, isInitial: true, value: toHex(DIRTY) },
    { ...row, txIndex: 0, isInitial: false, value: null },
    { ...row, txIndex: 1, isInitial: false, value: toHex(word(B)) },
  ]);
});

it.each(SLOT_NAMES)('knows the slot %s', (name) => {
  const rows = rowsOf([name], write(fromHex(slotOf(name)), NONE, word(B)));
  expect(rows.map(({ isInitial, value }) => [isInitial, value])).toEqual([
    [true, null],
    [false, toHex(word(B))],
  ]);
});

it('tells nothing of slots that no definition reads', () => {
  expect(rowsOf(['oz_v1_admin'], write(PROXY_SLOTS.oz_v1_implementation, NONE, word(B)))).toEqual([]);
  expect(rowsOf(['oz_v1_admin'], write(NONE, NONE, word(B)))).toEqual([]);
});

it.each<[string, Buffer, Buffer, readonly unknown[]]>([
  ['a singleton', NONE, word(B), [null, toHex(word(B))]],
  ['something else', word(B), word(A), [toHex(word(B)), null]],
  ['nothing again', word(B), NONE, [toHex(word(B)), null]],
  ['a dirty word', word(B), Buffer.concat([Buffer.of(1), word(B).subarray(1)]), [toHex(word(B)), null]],
  ['something else than something else', word(A), word(7), []],
])('of slot zero only a singleton counts: written is %s', (_, before, after, values) => {
  expect(rowsOf(['safe_singleton'], write(NONE, before, after)).map(({ value }) => value)).toEqual(values);
});

it('takes the allocation of the chain for a change from nothing', () => {
  const slot = PROXY_SLOTS.eip1967_admin;
  const extract = compileExtractor(factSources({ kind: 'storage', slot: 'eip1967_admin' }), SINGLETONS);
  const rows = extract(describedBlock([], { allocation: [write(slot, NONE, word(B))] }));
  expect(rows.map(({ txIndex, value }) => [txIndex, value])).toEqual([
    [-1, null],
    [-1, toHex(word(B))],
  ]);
});
