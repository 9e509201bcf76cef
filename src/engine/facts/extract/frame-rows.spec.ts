import { describe, expect, it } from '@jest/globals';
import { address, addressHex, describedBlock, frameAt } from '../../../../test/builder/described-block.js';
import { bindingOf, factSources } from '../../../../test/builder/fact-sources.js';
import { eventLog } from '../../../../test/builder/token-log.js';
import type { CallSource, FactSource } from '../../../definition/model/fact-source.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Frame, Log } from '../../../domain/chain/record/block.js';
import { keccak256 } from '../../../domain/crypto/keccak.js';
import { compileExtractor } from '../fact-extractor.js';

const SIGNER = address(0x11);
const A = address(0xaa);
const B = address(0xbb);
const C = address(0xcc);
const POOL = address(0xee);
const FAILED = { error: 'reverted' };
const EMPTY = { output: Buffer.alloc(0) };
const POOLS = bindingOf('pools', { key: addressHex(0xee), from: 90, until: 110 });

function rowsOf(source: FactSource, frames: readonly Frame[], logs: readonly Log[] = []) {
  return compileExtractor(factSources(source), POOLS)(describedBlock([{ from: SIGNER, frames, logs }]));
}

describe('created', () => {
  const source: FactSource = { kind: 'frame', register: 'created' };

  it('tells who created a contract, in whose transaction and how deep', () => {
    const frames = [
      frameAt('0', 'CALL', SIGNER, A),
      frameAt('0.0', 'CREATE2', A, B),
      frameAt('0.1', 'CALL', A, C),
    ];
    frames.push(frameAt('0.1.0', 'CREATE', C, POOL));
    const created = { source: 0, key: '', blockNumber: 100, txIndex: 0, isInitial: false };
    expect(rowsOf(source, frames)).toEqual([
      {
        ...{ ...created, subject: addressHex(0xbb), ordinal: 1 },
        value: { creator: addressHex(0xaa), origin: addressHex(0x11), depth: '1' },
        evidence: ['frame:1:#:0:00000000'],
      },
      {
        ...{ ...created, subject: addressHex(0xee), ordinal: 3 },
        value: { creator: addressHex(0xcc), origin: addressHex(0x11), depth: '2' },
        evidence: ['frame:1:#:0:000000010000'],
      },
    ]);
  });

  const root = frameAt('0', 'CALL', SIGNER, A);
  it.each<[string, readonly Frame[], readonly string[]]>([
    ['in the root frame', [frameAt('0', 'CREATE', SIGNER, A)], [addressHex(0xaa)]],
    ['and failed', [root, frameAt('0.0', 'CREATE', A, B, FAILED)], []],
    ['without code', [root, frameAt('0.0', 'CREATE', A, B, EMPTY)], []],
    ['in a transaction that failed', [{ ...root, ...FAILED }, frameAt('0.0', 'CREATE', A, B)], []],
    [
      'in a call that failed',
      [root, frameAt('0.0', 'CALL', A, C, FAILED), frameAt('0.0.0', 'CREATE', C, B)],
      [],
    ],
    [
      'far below a call that failed',
      [
        root,
        frameAt('0.0', 'CALL', A, C, FAILED),
        frameAt('0.0.0', 'CALL', C, C),
        frameAt('0.0.0.0', 'CREATE', C, B),
      ],
      [],
    ],
    [
      'after a call that failed',
      [root, frameAt('0.0', 'CALL', A, C, FAILED), frameAt('0.1', 'CREATE', A, B)],
      [addressHex(0xbb)],
    ],
    ['by a call alone', [root, frameAt('0.0', 'CALL', A, B, { output: Buffer.of(1) })], []],
  ])('of a contract made %s', (_, frames, subjects) => {
    expect(rowsOf(source, frames).map(({ subject }) => subject)).toEqual(subjects);
  });
});

describe('creation', () => {
  const source: FactSource = { kind: 'frame', register: 'creation' };
  const root = frameAt('0', 'CALL', SIGNER, A);

  it.each<[string, readonly Frame[], readonly (readonly string[])[]]>([
    ['of one that was there', [root, frameAt('0.0', 'CREATE', A, B)], [[addressHex(0xaa), '00000000']]],
    ['of the signer', [frameAt('0', 'CREATE', SIGNER, A)], [[addressHex(0x11), '0000']]],
    [
      'of one that the transaction created is none of its own',
      [root, frameAt('0.0', 'CREATE', A, B), frameAt('0.0.0', 'CREATE', B, C)],
      [[addressHex(0xaa), '00000000']],
    ],
    [
      'counts once, with the first',
      [root, frameAt('0.0', 'CREATE', A, B), frameAt('0.1', 'CREATE', A, C)],
      [[addressHex(0xaa), '00000000']],
    ],
    ['without code counts not', [root, frameAt('0.0', 'CREATE', A, B, EMPTY)], []],
    ['undone counts not', [{ ...root, ...FAILED }, frameAt('0.0', 'CREATE', A, B)], []],
  ])('%s', (_, frames, rows) => {
    expect(
      rowsOf(source, frames).map(({ subject, evidence }) => [subject, evidence[0]!.split(':')[4]]),
    ).toEqual(rows);
  });
});

describe('a call of a bound contract', () => {
  const shape = { topic0: toHex(keccak256(Buffer.from('Deposit()'))), topics: 1, dataLength: 32 };
  const source: CallSource = { kind: 'call', to: 'pools', log: shape, key: 'to.address' };
  const root = frameAt('0', 'CALL', SIGNER, A);
  const deposit = eventLog(POOL, 'Deposit()', [], [1]);
  const call = (rest: Partial<Frame> = {}): Frame =>
    frameAt('0.0', 'CALL', A, POOL, { logIndexes: [0], ...rest });

  it('tells of its caller, with the frame and the log inside it', () => {
    expect(
      rowsOf(source, [root, call({ logIndexes: [1] })], [eventLog(POOL, 'Deposit()', []), deposit]),
    ).toEqual([
      {
        ...{
          subject: addressHex(0xaa),
          source: 0,
          key: addressHex(0xee),
          blockNumber: 100,
          txIndex: 0,
          ordinal: 1,
        },
        ...{ isInitial: false, value: { to: addressHex(0xee) } },
        evidence: ['frame:1:#:0:00000000', 'log:1:#:0:1'],
      },
    ]);
  });

  it.each<[string, readonly Frame[], Log]>([
    ['is another kind of call', [root, call({ type: 'DELEGATECALL' })], deposit],
    [
      'is another kind of call beside one',
      [root, call({ logIndexes: [] }), frameAt('0.1', 'DELEGATECALL', B, POOL, { logIndexes: [0] })],
      deposit,
    ],
    ['goes elsewhere', [root, call({ to: B })], deposit],
    ['failed', [root, call(FAILED)], deposit],
    ['is undone', [{ ...root, ...FAILED }, call()], deposit],
    [
      'has its log in a frame of its own',
      [root, call({ logIndexes: [] }), frameAt('0.0.0', 'CALL', POOL, B, { logIndexes: [0] })],
      deposit,
    ],
    ['has a log of another emitter', [root, call()], { ...deposit, address: B }],
    ['has another event', [root, call()], eventLog(POOL, 'Withdrawal()', [], [1])],
    ['has another shape', [root, call()], eventLog(POOL, 'Deposit()', [])],
  ])('that %s tells nothing', (_, frames, log) => {
    expect(rowsOf(source, frames, [log])).toEqual([]);
  });

  describe('by a tracer that does not say which frame emitted a log', () => {
    const silent = (place: string, from = A): Frame => frameAt(place, 'CALL', from, POOL);
    const unattributed = { undecided: 'unattributed' };

    it.each<[string, readonly Frame[]]>([
      ['alone', []],
      ['beside one that was undone', [frameAt('0.1', 'CALL', B, POOL, FAILED)]],
      ['beside code of its own that runs for others', [frameAt('0.1', 'DELEGATECALL', A, POOL)]],
      [
        'beside calls that read',
        [frameAt('0.1', 'STATICCALL', B, POOL), frameAt('0.1.0', 'CALL', POOL, POOL)],
      ],
      ['beside what gives it ether', [frameAt('0.1', 'SELFDESTRUCT', B, POOL)]],
    ])('%s is known to be of that call', (_, others) => {
      const rows = rowsOf(source, [root, silent('0.0'), ...others], [deposit]);
      expect(rows).toEqual(rowsOf(source, [root, call()], [deposit]));
    });

    it.each<[string, readonly Frame[], readonly Buffer[]]>([
      ['several calls', [silent('0.0'), silent('0.1'), silent('0.2', B)], [A, B]],
      ['a call from within', [silent('0.0'), frameAt('0.0.0', 'DELEGATECALL', POOL, C)], [A]],
    ])('is unknown of each caller where it may be of %s', (_, frames, callers) => {
      const rows = rowsOf(source, [root, ...frames], [deposit]);
      expect(rows.map(({ subject, key, value }) => [subject, key, value])).toEqual(
        callers.map((caller) => [toHex(caller), addressHex(0xee), unattributed]),
      );
    });

    it('is none of a call whose callee logged no such thing', () => {
      const other = eventLog(B, 'Deposit()', [], [1]);
      expect(rowsOf(source, [root, silent('0.0'), silent('0.1')], [other])).toEqual([]);
    });
  });

  it.each([
    [89, 0],
    [90, 1],
    [110, 1],
    [111, 0],
  ])('at block %i counts only while it is bound', (number, count) => {
    const block = describedBlock([{ frames: [root, call()], logs: [deposit] }]);
    const extract = compileExtractor(factSources(source), POOLS);
    expect(extract({ ...block, header: { ...block.header, number } })).toHaveLength(count);
  });

  it('is keyed by the credentials in its log where the register is, once for each', () => {
    const event = (account: Buffer, first = 1): Log =>
      eventLog(
        POOL,
        'Deposit()',
        [],
        [160, 160, 0, 0, 0, 32, Buffer.concat([Buffer.of(first), Buffer.alloc(11), account])],
      );
    const keyed = {
      ...source,
      log: { topic0: shape.topic0, topics: 1 },
      key: 'credentials.address',
    } as const;
    const rows = rowsOf(
      keyed,
      [root, call({ logIndexes: [0, 1, 2, 3] })],
      [event(B), event(C), event(B), event(A, 0)],
    );
    expect(rows.map(({ key, evidence }) => [key, evidence[1]])).toEqual([
      [addressHex(0xbb), 'log:1:#:0:0'],
      [addressHex(0xcc), 'log:1:#:0:1'],
    ]);
  });
});
