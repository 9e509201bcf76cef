import { describe, expect, it } from '@jest/globals';
import { address, type DescribedTransaction, describedBlock } from '../../../test/builder/described-block.js';
import { eventLog, TRANSFER } from '../../../test/builder/token-log.js';
import type { StateChange } from '../chain/record/block.js';
import { MOST_SETTINGS, ownSettings } from './own-settings.js';

const [TOKEN, OTHER, ALICE] = [address(0xaa), address(0xbb), address(0xcc)];
/** Where a variable lies, and where the entry of a mapping does. */
const [VARIABLE, ENTRY] = [Buffer.alloc(32, 0).fill(3, 31), Buffer.alloc(32, 0x77)];

const written = (token: Buffer, ...slots: readonly Buffer[]): StateChange => ({
  address: token,
  storage: slots.map((slot) => ({ slot, before: Buffer.alloc(32), after: Buffer.alloc(32, 1) })),
});
const log = (signature: string, words: readonly (Buffer | number)[], emitter = TOKEN) =>
  eventLog(emitter, signature, words.slice(0, -1), words.slice(-1));
const settings = (...transactions: readonly DescribedTransaction[]) =>
  ownSettings(describedBlock(transactions)).map(({ address: one, txIndex }) => [one[0], txIndex]);

describe('a contract sets something of its own', () => {
  it.each<[string, DescribedTransaction, boolean]>([
    ['by a write without a word', { changes: [written(TOKEN, VARIABLE)] }, true],
    [
      'beside an event of its own',
      { changes: [written(TOKEN, ENTRY)], logs: [log('Named(uint256)', [1])] },
      true,
    ],
    [
      "beside another's transfer",
      { changes: [written(TOKEN, ENTRY)], logs: [log(TRANSFER, [ALICE, ALICE, 1], OTHER)] },
      true,
    ],
    [
      'beside an allowance, in no mapping',
      {
        changes: [written(TOKEN, ENTRY, VARIABLE)],
        logs: [log('Approval(address,address,uint256)', [ALICE, ALICE, 1])],
      },
      true,
    ],
    [
      'not by a transfer',
      { changes: [written(TOKEN, VARIABLE)], logs: [log(TRANSFER, [ALICE, ALICE, 1])] },
      false,
    ],
    [
      'not by a deposit',
      { changes: [written(TOKEN, ENTRY)], logs: [log('Deposit(address,uint256)', [ALICE, 1])] },
      false,
    ],
    [
      'not by an allowance',
      {
        changes: [written(TOKEN, ENTRY)],
        logs: [log('Approval(address,address,uint256)', [ALICE, ALICE, 1])],
      },
      false,
    ],
    ['not by its creation', { changes: [{ ...written(TOKEN, VARIABLE), code: Buffer.of(0) }] }, false],
    [
      'not by a balance',
      { changes: [{ address: TOKEN, balance: { before: 0n, after: 1n }, storage: [] }] },
      false,
    ],
  ])('%s', (_, transaction, isSetting) => {
    expect(settings(transaction)).toEqual(isSetting ? [[0xaa, 0]] : []);
  });

  it('once: first called by transactions, then silent, then logging, up to a limit', () => {
    // All of these transactions call the address of zeros.
    const called = address(0);
    const noisy = { changes: [written(OTHER, VARIABLE)], logs: [log('Named(uint256)', [1], OTHER)] };
    const quiet = { changes: [written(TOKEN, VARIABLE)] };
    expect(settings(noisy, quiet, { changes: [written(called, VARIABLE)] }, quiet)).toEqual([
      [0, 2],
      [0xaa, 1],
      [0xbb, 0],
    ]);
    const many = Array.from({ length: 40 }, (_, at) => ({ changes: [written(address(at + 1), VARIABLE)] }));
    expect(settings(...many)).toHaveLength(MOST_SETTINGS);
    expect(settings(...many).at(-1)).toEqual([MOST_SETTINGS, MOST_SETTINGS - 1]);
  });

  it('not in a transaction that failed, nor where state diffs are missing', () => {
    const block = describedBlock([{ changes: [written(TOKEN, VARIABLE)] }]);
    const { stateChanges: _, ...blind } = block;
    expect(ownSettings(blind)).toEqual([]);
    const failed = block.receipts.map((receipt) => ({ ...receipt, status: 0 as const }));
    expect(ownSettings({ ...block, receipts: failed })).toEqual([]);
  });
});
