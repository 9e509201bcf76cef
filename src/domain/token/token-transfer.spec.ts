import { describe, expect, it } from '@jest/globals';
import {
  amountWithTexts,
  BURNED,
  batch,
  DEPOSIT,
  eventLog,
  MINTED,
  SENT,
  TRANSFER,
  TRANSFER_BATCH,
  TRANSFER_SINGLE,
} from '../../../test/builder/token-log.js';
import type { Log } from '../chain/record/block.js';
import { tokenEventKind } from './token-event.js';
import { tokenTransfers } from './token-transfer.js';

const [token, other, alice, bob, carol] = [1, 2, 0xa, 0xb, 0xc].map((byte) => Buffer.alloc(20, byte)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
const nobody = Buffer.alloc(20);
const MOST = 2n ** 256n - 1n;

const only = (log: Log) => tokenTransfers([log]).map(({ logIndexInTx: _, token: __, ...rest }) => rest);

describe('a transfer of', () => {
  it('ERC-20 carries an amount of any size', () => {
    for (const value of [0n, 1n, 2n ** 64n, 2n ** 128n, 2n ** 200n, MOST]) {
      expect(only(eventLog(token, TRANSFER, [alice, bob], [value]))).toEqual([
        { batchIndex: 0, shape: 'erc20', from: alice, to: bob, value },
      ]);
    }
  });

  it('ERC-721 carries an item', () => {
    expect(only(eventLog(token, TRANSFER, [alice, bob, MOST]))).toEqual([
      { batchIndex: 0, shape: 'erc721', from: alice, to: bob, tokenId: MOST },
    ]);
  });

  it('a token that indexes nothing carries a third word', () => {
    expect(only(eventLog(token, TRANSFER, [], [alice, bob, 7]))).toEqual([
      { batchIndex: 0, shape: 'unindexed', from: alice, to: bob, value: 7n },
    ]);
  });

  it('ERC-1155 carries operator, item and amount, in a batch once for each element', () => {
    expect(only(eventLog(token, TRANSFER_SINGLE, [carol, alice, bob], [5, 6]))).toEqual([
      {
        batchIndex: 0,
        shape: 'erc1155_single',
        operator: carol,
        from: alice,
        to: bob,
        tokenId: 5n,
        value: 6n,
      },
    ]);
    const rows = only(eventLog(token, TRANSFER_BATCH, [carol, alice, bob], batch([5, 5, 7], [1, 1, 3])));
    expect(rows.map(({ batchIndex, tokenId, value }) => [batchIndex, tokenId, value])).toEqual([
      [0, 5n, 1n],
      [1, 5n, 1n],
      [2, 7n, 3n],
    ]);
    expect(only(eventLog(token, TRANSFER_BATCH, [carol, alice, bob], batch([], [])))).toEqual([]);
  });

  it('anything comes from nobody when minted and goes to nobody when burnt', () => {
    expect(only(eventLog(token, TRANSFER, [nobody, bob], [1]))[0]).not.toHaveProperty('from');
    expect(only(eventLog(token, TRANSFER, [alice, nobody, 1]))[0]).not.toHaveProperty('to');
  });

  it('ERC-777 counts once, by its Transfer where there is one', () => {
    const sent = eventLog(token, SENT, [carol, alice, bob], amountWithTexts(9));
    const minted = eventLog(token, MINTED, [carol, bob], amountWithTexts(4));
    const burned = eventLog(token, BURNED, [carol, alice], amountWithTexts(5));
    expect(tokenTransfers([sent, minted, burned]).map(({ from, to, value }) => [from, to, value])).toEqual([
      [alice, bob, 9n],
      [undefined, bob, 4n],
      [alice, undefined, 5n],
    ]);
    const twins = [
      eventLog(token, TRANSFER, [alice, bob], [9]),
      eventLog(token, TRANSFER, [nobody, bob], [4]),
      eventLog(token, TRANSFER, [alice, nobody], [5]),
    ];
    const once = tokenTransfers([sent, ...twins, minted, burned]);
    expect(once.map(({ shape }) => shape)).toEqual(['erc20', 'erc20', 'erc20']);
    // Each Transfer replaces one event, and only of its own token.
    expect(tokenTransfers([sent, sent, twins[0]!])).toHaveLength(2);
    expect(tokenTransfers([sent, eventLog(other, TRANSFER, [alice, bob], [9])])).toHaveLength(2);
  });
});

describe('no transfer is', () => {
  const dirty = Buffer.concat([Buffer.from([1]), Buffer.alloc(11), alice]);
  it.each<[string, Log]>([
    ['a log without topics', { address: token, topics: [], data: Buffer.alloc(96) }],
    ['a Transfer with two topics', eventLog(token, TRANSFER, [alice], [bob, 1])],
    ['an ERC-20 Transfer with more data', eventLog(token, TRANSFER, [alice, bob], [1, 2])],
    ['an ERC-20 Transfer without data', eventLog(token, TRANSFER, [alice, bob])],
    ['an ERC-721 Transfer with data', eventLog(token, TRANSFER, [alice, bob, 1], [1])],
    ['one from what is no address', eventLog(token, TRANSFER, [dirty, bob], [1])],
    ['one to what is no address', eventLog(token, TRANSFER, [alice, dirty], [1])],
    ['an unindexed one of what is no address', eventLog(token, TRANSFER, [], [dirty, bob, 1])],
    [
      'a single with a cut word',
      { ...eventLog(token, TRANSFER_SINGLE, [carol, alice, bob]), data: Buffer.alloc(63) },
    ],
    ['a batch of unequal lengths', eventLog(token, TRANSFER_BATCH, [carol, alice, bob], batch([1, 2], [1]))],
    [
      'a batch that claims more than there is',
      eventLog(token, TRANSFER_BATCH, [carol, alice, bob], [64, 128, MOST, 1, 1, 1]),
    ],
    [
      'a batch whose arrays overlap',
      eventLog(token, TRANSFER_BATCH, [carol, alice, bob], [64, 64, 1, 1, 1, 1]),
    ],
    ['a batch without data', eventLog(token, TRANSFER_BATCH, [carol, alice, bob])],
    ['a Sent whose text is cut', eventLog(token, SENT, [carol, alice, bob], [9, 96, 128, 64, 0])],
    ['a deposit', eventLog(token, DEPOSIT, [alice, bob], [1, 2])],
  ])('%s', (_, log) => {
    expect(tokenTransfers([log])).toEqual([]);
  });
});

describe('the events of a token', () => {
  it('tell a vault by deposits and withdrawals', () => {
    expect(tokenEventKind(eventLog(token, DEPOSIT, [alice, bob], [1, 2]))).toBe('erc4626');
    const withdraw = 'Withdraw(address,address,address,uint256,uint256)';
    expect(tokenEventKind(eventLog(token, withdraw, [alice, bob, carol], [1, 2]))).toBe('erc4626');
    // Wrapped ether deposits too, in another shape.
    expect(tokenEventKind(eventLog(token, 'Deposit(address,uint256)', [alice], [1]))).toBeUndefined();
  });
});
