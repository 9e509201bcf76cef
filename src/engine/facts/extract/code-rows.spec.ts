import { expect, it } from '@jest/globals';
import {
  address,
  addressHex,
  codeChange,
  type DescribedTransaction,
  describedBlock,
  frameAt,
} from '../../../../test/builder/described-block.js';
import { bindingOf, factSources } from '../../../../test/builder/fact-sources.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { VerifiedBlock } from '../../../domain/chain/record/block.js';
import { keccak256 } from '../../../domain/crypto/keccak.js';
import type { FactRow } from '../../model/fact-row.js';
import { compileExtractor } from '../fact-extractor.js';

const A = address(0xaa);
const B = address(0xbb);
const CODE = '6001600101';
const HASH = toHex(keccak256(Buffer.from(CODE, 'hex')));
const CLONE = `363d3d373d3d3d363d73${'bb'.repeat(20)}5af43d82803e903d91602b57fd5bf3`;

function rowsOf(
  transactions: readonly DescribedTransaction[],
  rest?: Partial<VerifiedBlock>,
): readonly FactRow[] {
  const catalog = factSources(
    { kind: 'code', register: 'destroyed' },
    { kind: 'code', register: 'contract' },
  );
  return compileExtractor(catalog, new Map())(describedBlock(transactions, rest));
}

it.each<[string, DescribedTransaction, unknown]>([
  [
    'a contract',
    { changes: [codeChange(A, CODE)] },
    expect.objectContaining({ hash: HASH, length: '5', selectors: '0x' }),
  ],
  [
    'a minimal clone',
    { changes: [codeChange(A, CLONE)] },
    expect.objectContaining({ length: '45', clone: addressHex(0xbb) }),
  ],
  [
    'a delegation',
    { changes: [codeChange(A, `ef0100${'bb'.repeat(20)}`)], authorities: [A] },
    { delegate: addressHex(0xbb) },
  ],
  ['a delegation cleared', { changes: [codeChange(A, '')], authorities: [B, undefined, A] }, null],
  ['a contract destroyed', { changes: [codeChange(A, '')] }, { destroyed: 'true' }],
  [
    'a contract destroyed while another account authorizes',
    { changes: [codeChange(A, '')], authorities: [B] },
    { destroyed: 'true' },
  ],
  [
    'a contract created and destroyed at once',
    { frames: [frameAt('0', 'CREATE', B, A, { output: Buffer.from(CODE, 'hex') })] },
    { destroyed: 'true', hash: HASH },
  ],
])('one row, of the register of contracts, tells of %s', (_, transaction, value) => {
  expect(rowsOf([{}, transaction])).toEqual([
    {
      ...{ subject: addressHex(0xaa), source: 1, key: '', blockNumber: 100, txIndex: 1, ordinal: 0 },
      ...{ isInitial: false, value, evidence: [] },
    },
  ]);
});

it.each<[string, readonly DescribedTransaction[], Partial<VerifiedBlock>]>([
  ['whose balance alone changed', [{ changes: [{ address: A, storage: [] }] }], {}],
  ['whose creation was undone', [{ frames: [frameAt('0', 'CREATE', B, A, { error: 'reverted' })] }], {}],
  [
    'while state diffs are not known',
    [{ frames: [frameAt('0', 'CREATE', B, A)] }],
    { stateChanges: undefined as never },
  ],
])('no row tells of an account %s', (_, transactions, rest) => {
  expect(rowsOf(transactions, rest)).toEqual([]);
});

it('another row tells which build of a registry the code at the end of the block is', () => {
  const key = toHex(keccak256(Buffer.from(CODE, 'hex')));
  const [A1, A2] = [`${CODE}aa0001`, `${CODE}bb0001`];
  const catalog = factSources({ kind: 'code', register: 'contract' }, { kind: 'build', binding: 'builds' });
  const transactions = [
    { changes: [codeChange(A, A1)] },
    { changes: [codeChange(A, '')] },
    { changes: [codeChange(A, A2)] },
    { changes: [codeChange(B, `${CODE}00aa0001`)] },
    { frames: [frameAt('0', 'CREATE', A, address(0xcc), { output: Buffer.from(A1, 'hex') })] },
  ];
  const rows = compileExtractor(catalog, bindingOf('builds', key))(describedBlock(transactions));
  expect(rows.map(({ source, subject, txIndex }) => [source, subject, txIndex])).toEqual([
    [0, addressHex(0xaa), 0],
    [0, addressHex(0xaa), 1],
    [0, addressHex(0xaa), 2],
    [1, addressHex(0xaa), 2],
    [0, addressHex(0xbb), 3],
    [0, addressHex(0xcc), 4],
  ]);
  for (const { source, value } of rows) if (source === 1) expect(value).toBe(key);
});

it('puts the allocation of the chain before everything else', () => {
  const rows = rowsOf([{ changes: [codeChange(A, '')] }], { allocation: [codeChange(A, CODE)] });
  expect(rows.map(({ txIndex, value }) => [txIndex, value])).toEqual([
    [-1, expect.objectContaining({ hash: HASH })],
    [0, { destroyed: 'true' }],
  ]);
});
