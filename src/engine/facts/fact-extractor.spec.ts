import { describe, expect, it } from '@jest/globals';
import { address, addressHex, codeChange, describedBlock } from '../../../test/builder/described-block.js';
import { factSources } from '../../../test/builder/fact-sources.js';
import { eventLog } from '../../../test/builder/token-log.js';
import type { FactSource } from '../../definition/model/fact-source.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { compileExtractor } from './fact-extractor.js';

const A = address(0xaa);
const B = address(0xbb);
const TOKEN = eventLog(A, 'Transfer()', []);
const TRANSFER: FactSource = {
  ...{ kind: 'log', topic0: toHex(keccak256(Buffer.from('Transfer()'))), topics: 1 },
  ...{ emitter: 'subject', subject: 'emitter' },
};

function rowsOf(source: FactSource, block: VerifiedBlock) {
  return compileExtractor(
    factSources(source),
    new Map(),
  )(block).map(({ subject, txIndex, ordinal, value }) => [subject, txIndex, ordinal, value]);
}

it('tells who signed, once for each signer', () => {
  expect(
    rowsOf({ kind: 'tx', register: 'signed' }, describedBlock([{ from: A }, { from: B }, { from: A }])),
  ).toEqual([
    [addressHex(0xaa), 0, 0, 'true'],
    [addressHex(0xbb), 1, 0, 'true'],
  ]);
});

it('tells whose authorizations took effect', () => {
  const effective = { authorities: [undefined, B, A, A], changes: [codeChange(A, '')] };
  const block = describedBlock([{ authorities: [A] }, effective, { changes: [codeChange(B, '60')] }]);
  expect(rowsOf({ kind: 'tx', register: 'authorized' }, block)).toEqual([[addressHex(0xaa), 1, 0, 'true']]);
});

it('tells whom the header pays, before the first transaction', () => {
  const block = describedBlock([{}]);
  expect(
    rowsOf(
      { kind: 'header', register: 'beneficiary' },
      { ...block, header: { ...block.header, beneficiary: A } },
    ),
  ).toEqual([[addressHex(0xaa), -1, 0, 'true']]);
});

it('tells who is withdrawn to, after the last transaction and once for each', () => {
  const withdrawals = [B, A, B].map((to, at) => ({
    index: 900 + at,
    validatorIndex: 7,
    address: to,
    amountGwei: 1n,
  }));
  expect(
    rowsOf({ kind: 'withdrawal', register: 'received' }, describedBlock([{}, {}], { withdrawals })),
  ).toEqual([
    [addressHex(0xbb), 2, 0, 'true'],
    [addressHex(0xaa), 2, 1, 'true'],
  ]);
});

it('tells nothing of what no definition reads', () => {
  const block = describedBlock([
    { from: A, authorities: [A], changes: [codeChange(A, '60')], logs: [TOKEN] },
  ]);
  expect(rowsOf({ kind: 'withdrawal', register: 'received' }, block)).toEqual([]);
});

describe('of rows that repeat one another within a block', () => {
  const paused = (name: string, value: string) => ({
    topic0: toHex(keccak256(Buffer.from(name))),
    topics: 1,
    value,
  });
  const STATE: FactSource = {
    ...{ kind: 'log_state', emitter: 'subject', subject: 'emitter' },
    events: [paused('Paused()', 'true'), paused('Unpaused()', 'cleared')],
  };

  it('keeps the first of a register that keeps the first', () => {
    const other = eventLog(B, 'Transfer()', []);
    expect(
      rowsOf(TRANSFER, describedBlock([{ logs: [TOKEN, TOKEN, other] }, { logs: [TOKEN, other] }])),
    ).toEqual([
      [addressHex(0xaa), 0, 0, 'true'],
      [addressHex(0xbb), 0, 2, 'true'],
    ]);
  });

  it('keeps the first of such a register though others say something else', () => {
    const source: FactSource = { ...TRANSFER, topics: 2, fields: { of: 'topic1' } };
    const block = describedBlock([
      { logs: [eventLog(A, 'Transfer()', [1]), eventLog(A, 'Transfer()', [2])] },
    ]);
    expect(rowsOf(source, block)).toHaveLength(1);
  });

  it('keeps the last changes of a register that keeps the latest', () => {
    const [on, off] = [eventLog(A, 'Paused()', []), eventLog(A, 'Unpaused()', [])];
    expect(
      rowsOf(STATE, describedBlock([{ logs: [on, on, off, off, on] }])).map(([, , at, value]) => [at, value]),
    ).toEqual([
      [2, null],
      [4, 'true'],
    ]);
  });

  it('keeps an end that nothing in the block began', () => {
    expect(rowsOf(STATE, describedBlock([{ logs: [eventLog(A, 'Unpaused()', [])] }]))).toHaveLength(1);
  });

  it('keeps none of a lifetime that the block does not leave', () => {
    const block = describedBlock([
      { logs: [TOKEN], changes: [codeChange(A, '')] },
      { logs: [TOKEN], changes: [codeChange(A, '60')] },
    ]);
    const extract = compileExtractor(
      factSources(TRANSFER, { kind: 'code', register: 'contract' }),
      new Map(),
    );
    expect(extract(block).map(({ source, txIndex }) => [source, txIndex])).toEqual([
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
  });
});
