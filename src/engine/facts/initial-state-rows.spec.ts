import { expect, it } from '@jest/globals';
import { address, addressHex } from '../../../test/builder/described-block.js';
import { bindingOf, factSources } from '../../../test/builder/fact-sources.js';
import { word } from '../../../test/builder/token-log.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import type { StateReadResult } from '../../domain/event/state-read-result.js';
import { slotOf } from '../model/slots.js';
import { InitialStateRows } from './initial-state-rows.js';

const CATALOG = factSources(
  { kind: 'tx', register: 'signed' },
  { kind: 'storage', slot: 'safe_singleton' },
  { kind: 'code', register: 'delegate' },
  { kind: 'code', register: 'contract' },
  { kind: 'storage', slot: 'oz_v1_admin' },
);
const A = word(address(0xaa));
const B = word(address(0xbb));
const ADMIN = `slot:${slotOf('oz_v1_admin')}`;
const ZERO = `slot:${slotOf('safe_singleton')}`;
const NOTHING = Buffer.alloc(0);

const isInitial = (what: string, output: Buffer, outcome: StateReadResult['outcome'] = 'answered') =>
  new InitialStateRows(CATALOG, bindingOf('safe-singletons', addressHex(0xbb))).of(
    { address: address(0x11), what, outcome, output },
    110,
  );

it.each<[string, Buffer, number, unknown]>([
  ['code', NOTHING, 3, null],
  ['code', Buffer.from(`ef0100${'bb'.repeat(20)}`, 'hex'), 3, { delegate: addressHex(0xbb) }],
  ['code', Buffer.from('60', 'hex'), 3, expect.objectContaining({ length: '1' })],
  [ADMIN, A, 4, toHex(A)],
  [ADMIN, word(0), 4, null],
  [ZERO, B, 1, toHex(B)],
  [ZERO, A, 1, null],
])('an answer about %s tells how it was before', (what, output, source, value) => {
  expect(isInitial(what, output)).toEqual([
    {
      ...{ subject: addressHex(0x11), source, key: '', blockNumber: 110, txIndex: -1, ordinal: 0 },
      ...{ isInitial: true, value, evidence: [] },
    },
  ]);
});

it('an answer about code tells which build of a registry it was', () => {
  const key = toHex(keccak256(Buffer.from('6001', 'hex')));
  const catalog = factSources({ kind: 'build', binding: 'builds' }, { kind: 'code', register: 'contract' });
  const initialStates = new InitialStateRows(catalog, bindingOf('builds', key));
  const rowsOf = (code: string) =>
    initialStates
      .of(
        { address: address(0x11), what: 'code', outcome: 'answered', output: Buffer.from(code, 'hex') },
        110,
      )
      .map(({ source, value, isInitial }) => [source, value, isInitial]);
  expect(rowsOf('6001aa0001')).toEqual([
    [1, expect.objectContaining({ length: '5' }), true],
    [0, key, true],
  ]);
  expect(rowsOf('6002aa0001')).toEqual([[1, expect.objectContaining({ length: '5' }), true]]);
});

it.each<[string, string, StateReadResult['outcome']]>([
  ['nobody has', 'code', 'unavailable'],
  ['no definition reads', `slot:0x${'12'.repeat(32)}`, 'answered'],
  ['is of a call', '0x95d89b41', 'answered'],
])('what %s tells nothing', (_, what, outcome) => {
  expect(isInitial(what, NOTHING, outcome)).toEqual([]);
});
