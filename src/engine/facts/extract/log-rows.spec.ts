import { describe, expect, it } from '@jest/globals';
import { namehash } from 'viem';
import {
  address,
  addressHex,
  codeChange,
  type DescribedTransaction,
  describedBlock,
  frameAt,
} from '../../../../test/builder/described-block.js';
import { bindingOf, factSources } from '../../../../test/builder/fact-sources.js';
import { eventLog, word } from '../../../../test/builder/token-log.js';
import type { LogSource, LogStateSource } from '../../../definition/model/fact-source.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Log } from '../../../domain/chain/record/block.js';
import { keccak256 } from '../../../domain/crypto/keccak.js';
import { compileExtractor } from '../fact-extractor.js';
import { reverseNode } from './reverse-node.js';

type Words = readonly (Buffer | number)[];

const A = address(0xaa);
const B = address(0xbb);
const EMITTER = address(0xee);
const DIRTY = Buffer.concat([Buffer.alloc(11), Buffer.of(1), A]);
const topicOf = (signature: string): string => toHex(keccak256(Buffer.from(signature)));

const reported = (indexed: Words = [], data: Words = [], emitter = EMITTER): Log =>
  eventLog(emitter, 'Told()', indexed, data);
const logSource = (rest: Partial<LogSource> = {}): LogSource => ({
  ...{ kind: 'log', topic0: topicOf('Told()'), topics: 1, emitter: 'subject', subject: 'emitter' },
  ...rest,
});
const LISTED = bindingOf('listed', { key: addressHex(0xee), from: 90, until: 110 });

function rowsOf(source: LogSource | LogStateSource, ...transactions: readonly DescribedTransaction[]) {
  const extract = compileExtractor(factSources(source), LISTED);
  return extract(describedBlock(transactions)).map(({ subject, key, value }) => [subject, key, value]);
}

describe('rows of a log', () => {
  it('name the emitter, the place and the log', () => {
    const block = describedBlock([{ logs: [] }, { logs: [eventLog(EMITTER, 'Untold()', []), reported()] }]);
    expect(compileExtractor(factSources(logSource()), LISTED)(block)).toEqual([
      {
        ...{ subject: addressHex(0xee), source: 0, key: '', blockNumber: 100, txIndex: 1, ordinal: 1 },
        ...{ isInitial: false, value: 'true', evidence: [] },
      },
    ]);
  });

  it.each<[string, Partial<LogSource>, Log, readonly unknown[]]>([
    ['another shape', { topics: 2 }, reported(), []],
    ['a bound emitter', { emitter: { binding: 'listed' } }, reported(), [[addressHex(0xee), '', 'true']]],
    ['an emitter not bound', { emitter: { binding: 'listed' } }, reported([], [], A), []],
    [
      'another subject',
      { topics: 2, emitter: 'any', subject: 'topic1.address' },
      reported([A]),
      [[addressHex(0xaa), '', 'true']],
    ],
    ['a dirty subject', { topics: 2, emitter: 'any', subject: 'topic1.address' }, reported([DIRTY]), []],
    [
      'a key',
      { topics: 2, key: ['topic1.address'] },
      reported([A]),
      [[addressHex(0xee), addressHex(0xaa), 'true']],
    ],
    ['a dirty key', { topics: 2, key: ['topic1.address'] }, reported([DIRTY]), []],
    [
      'a key of parts',
      { topics: 3, key: ['topic2', 'topic1.address'] },
      reported([A, 7]),
      [[addressHex(0xee), `${toHex(word(7))}${'aa'.repeat(20)}`, 'true']],
    ],
    [
      'each element of a key',
      { key: ['each:word0.address'] },
      reported([], [32, 3, A, B, A]),
      [
        [addressHex(0xee), addressHex(0xaa), 'true'],
        [addressHex(0xee), addressHex(0xbb), 'true'],
      ],
    ],
    ['no element', { key: ['each:word0.address'] }, reported([], [32, 0]), []],
    [
      'fields',
      { topics: 2, fields: { whose: 'topic1.address', much: 'word0' } },
      reported([A], [7]),
      [[addressHex(0xee), '', { whose: addressHex(0xaa), much: toHex(word(7)) }]],
    ],
    ['a field that is not there', { topics: 2, fields: { much: 'word1' } }, reported([A], [7]), []],
    ['a dirty field', { topics: 2, fields: { whose: 'topic1.address' } }, reported([DIRTY]), []],
  ])('of %s are as its definition says', (_, rest, log, rows) => {
    expect(rowsOf(logSource(rest), { logs: [log] })).toEqual(rows);
  });

  it('are one of each element of a key that is listed twice, in a block that gives the emitter its code, too', () => {
    const catalog = factSources(
      { kind: 'code', register: 'contract' },
      logSource({ key: ['each:word0.address'] }),
    );
    const rows = compileExtractor(
      catalog,
      LISTED,
    )(describedBlock([{ changes: [codeChange(EMITTER, '60')], logs: [reported([], [32, 3, A, B, A])] }]));
    expect(rows.filter(({ source }) => source === 1).map(({ key }) => key)).toEqual([
      addressHex(0xaa),
      addressHex(0xbb),
    ]);
  });

  it.each([
    [89, 0],
    [90, 1],
    [110, 1],
    [111, 0],
  ])('of a bound emitter are told at block %i only while it is bound', (number, count) => {
    const block = describedBlock([{ logs: [reported()] }]);
    const extract = compileExtractor(factSources(logSource({ emitter: { binding: 'listed' } })), LISTED);
    expect(extract({ ...block, header: { ...block.header, number } })).toHaveLength(count);
  });

  const creating = frameAt('0', 'CREATE2', A, EMITTER);
  it.each<[string, DescribedTransaction, number]>([
    ['that was there before', {}, 1],
    ['created by the transaction', { frames: [creating] }, 0],
    ['that was given code by the transaction', { changes: [codeChange(EMITTER, '60')] }, 0],
    ['destroyed by the transaction', { changes: [codeChange(EMITTER, '')] }, 1],
    ['whose creation was undone', { frames: [{ ...creating, error: 'reverted' }] }, 1],
    ['where another was created', { frames: [frameAt('0', 'CREATE', A, B)] }, 1],
  ])('outside its creation count of an emitter %s', (_, transaction, count) => {
    expect(rowsOf(logSource({ outsideCreation: true }), { ...transaction, logs: [reported()] })).toHaveLength(
      count,
    );
  });

  it('outside its creation count of an emitter that an earlier transaction created', () => {
    const rows = rowsOf(logSource({ outsideCreation: true }), { frames: [creating] }, { logs: [reported()] });
    expect(rows).toHaveLength(1);
  });

  const root = frameAt('0', 'CALL', A, EMITTER);
  it.each<[string, DescribedTransaction['frames'], number]>([
    ['the emitter created', [root, frameAt('0.0', 'CREATE2', EMITTER, B)], 1],
    ['somebody else created', [root, frameAt('0.0', 'CREATE2', A, B)], 0],
    [
      'the emitter failed to create',
      [root, frameAt('0.0', 'CREATE', EMITTER, B, { error: 'out of gas' })],
      0,
    ],
    [
      'the emitter created in vain',
      [{ ...root, error: 'reverted' }, frameAt('0.0', 'CREATE', EMITTER, B)],
      0,
    ],
    ['nobody created', [root], 0],
  ])('created by the emitter count of a subject that %s', (_, frames = [], count) => {
    const source = logSource({
      topics: 2,
      emitter: 'any',
      subject: 'topic1.address',
      createdByEmitter: true,
    });
    expect(rowsOf(source, { frames, logs: [reported([B])] })).toHaveLength(count);
  });

  it.each<[string, DescribedTransaction]>([
    ['signed', { from: A }],
    ['called', { frames: [frameAt('0', 'CALL', B, EMITTER), frameAt('0.0', 'CALL', A, B)] }],
    ['is named by a log', { logs: [eventLog(EMITTER, 'NewOwner(bytes32)', [A])] }],
  ])('of a reverse node are those of the address that %s', (_, transaction) => {
    const source = logSource({ topics: 2, emitter: 'any', subject: 'reverse_node' });
    const logs = [reported([reverseNode(addressHex(0xaa))]), reported([reverseNode(addressHex(0xcc))])];
    expect(rowsOf(source, { ...transaction, logs: [...logs, ...(transaction.logs ?? [])] })).toEqual([
      [addressHex(0xaa), '', 'true'],
    ]);
  });

  it('of a reverse node are not those of an address that another transaction names', () => {
    const source = logSource({ topics: 2, emitter: 'any', subject: 'reverse_node' });
    expect(rowsOf(source, { from: A }, { logs: [reported([reverseNode(addressHex(0xaa))])] })).toEqual([]);
  });
});

it('knows the reverse node of an address as everybody does', () => {
  const account = 'd8da6bf26964af9d7eed9e03e53415d37aa96045';
  expect(toHex(reverseNode(`0x${account}`))).toBe(namehash(`${account}.addr.reverse`));
});

describe('rows of a state that logs tell', () => {
  const state = (rest: Partial<LogStateSource> = {}): LogStateSource => ({
    ...{ kind: 'log_state', emitter: 'subject', subject: 'emitter' },
    events: [
      { topic0: topicOf('Told()'), topics: 2, value: 'topic1.address' },
      { topic0: topicOf('Told()'), topics: 1, dataLength: 32, value: 'word0' },
      { topic0: topicOf('Set()'), topics: 1, value: 'true' },
      { topic0: topicOf('Gone()'), topics: 1, value: 'cleared' },
    ],
    ...rest,
  });

  it.each<[string, Log, readonly unknown[]]>([
    ['a topic', reported([A]), [[addressHex(0xee), '', addressHex(0xaa)]]],
    ['a dirty topic', reported([DIRTY]), []],
    ['a word, by another shape of the event', reported([], [7]), [[addressHex(0xee), '', toHex(word(7))]]],
    ['nothing but itself', eventLog(EMITTER, 'Set()', []), [[addressHex(0xee), '', 'true']]],
    ['an end', eventLog(EMITTER, 'Gone()', []), [[addressHex(0xee), '', null]]],
    ['no shape of its events', reported([], [7, 8]), []],
  ])('say what an event with %s says', (_, log, rows) => {
    expect(rowsOf(state(), { logs: [log] })).toEqual(rows);
  });

  it('are the last two of a block: a contract may tell thousands', () => {
    const reports = (...words: number[]) => ({ logs: words.map((one) => reported([], [one])) });
    const rows = rowsOf(state(), reports(1, 2, 3, 1, 2, 2), reports(3, 4), reports(4));
    expect(rows.map(([, , value]) => value)).toEqual([3, 4].map((one) => toHex(word(one))));
  });

  it('are those of the contract that a block leaves, also where an earlier one said the same last', () => {
    const reports = (code: string, ...words: number[]) => ({
      changes: [codeChange(EMITTER, code)],
      logs: words.map((one) => reported([], [one])),
    });
    const catalog = factSources(state(), { kind: 'code', register: 'contract' });
    const block = describedBlock([reports('60', 1, 2), reports('', 3), reports('60', 3, 2), reports('', 2)]);
    const valuesOf = (count: number) =>
      compileExtractor(
        catalog,
        LISTED,
      )({ ...block, stateChanges: block.stateChanges!.slice(0, count) })
        .filter(({ source }) => source === 0)
        .map(({ txIndex, value }) => [txIndex, value]);
    expect(valuesOf(4)).toEqual([]);
    expect(valuesOf(3)).toEqual([
      [2, toHex(word(3))],
      [2, toHex(word(2))],
    ]);
  });

  it('are of the key of the register, or of the one that the event carries elsewhere', () => {
    const source = state({
      key: ['topic1.address'],
      events: [
        { topic0: topicOf('Told()'), topics: 2, value: 'true' },
        { topic0: topicOf('Told()'), topics: 1, dataLength: 32, key: ['word0.address'], value: 'cleared' },
      ],
    });
    expect(rowsOf(source, { logs: [reported([A]), reported([], [B])] })).toEqual([
      [addressHex(0xee), addressHex(0xaa), 'true'],
      [addressHex(0xee), addressHex(0xbb), null],
    ]);
  });

  it('are several where one log is two events, as a hand-over is to the keys of both', () => {
    const event = { topic0: topicOf('Told()'), topics: 3 };
    const source = state({
      key: ['topic1.address'],
      events: [
        { ...event, value: 'cleared' },
        { ...event, key: ['topic2.address'], value: 'true' },
      ],
    });
    expect(rowsOf(source, { logs: [reported([A, B])] })).toEqual([
      [addressHex(0xee), addressHex(0xaa), null],
      [addressHex(0xee), addressHex(0xbb), 'true'],
    ]);
  });
});
