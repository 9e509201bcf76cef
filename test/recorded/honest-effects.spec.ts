import { describe, expect, it } from '@jest/globals';
import type {
  Header,
  Receipt,
  StateChange,
  Transaction,
  VerifiedBlock,
} from '../../src/domain/chain/record/block.js';
import { frameEffects, keyOf } from '../../src/ingestion/verify/effect/frame-effects.js';
import { requireEffects } from '../../src/ingestion/verify/effect/require-effects.js';
import { StateSequence } from '../../src/ingestion/verify/state-sequence.js';
import { type PrestateDiff, prestateChanges } from '../../src/node/trace/prestate-changes.js';
import { type StateDiff, stateDiffChanges } from '../../src/node/trace/state-diff-changes.js';
import { recordedCalls } from './recorded-answers.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';
import { replayedBlocks, type TracedTransaction } from './traced-transactions.js';

const suite = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;
const LONDON = 12_965_000;

/** The account that most transactions pay without a frame: recorded diffs have no headers. */
function feeRecipient(block: readonly TracedTransaction[]): Buffer {
  const counts = new Map<string, number>();
  for (const { frames, stateDiff } of block) {
    const { flows } = frameEffects(frames, true);
    for (const { address, balance } of stateDiffChanges(stateDiff!)) {
      const gained = balance ? balance.after - balance.before! : 0n;
      const key = keyOf(address);
      if (gained > (flows.get(key) ?? 0n)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  // A miner that sends all transactions pays only itself.
  return most ? Buffer.from(most[0], 'latin1') : block[0]!.frames[0]!.from;
}

/** A transaction with fees that explain what its two ends gained and lost beyond its frames; everything else must match. */
function withFees(traced: TracedTransaction, changes: readonly StateChange[], beneficiary: Buffer) {
  const { flows } = frameEffects(traced.frames, true);
  const [root] = traced.frames;
  const beside = (address: Buffer): bigint => {
    const balance = changes.find((change) => change.address.equals(address))?.balance;
    return (balance ? balance.after - balance.before! : 0n) - (flows.get(keyOf(address)) ?? 0n);
  };
  const isMiner = root!.from.equals(beneficiary);
  const paid = -beside(root!.from);
  const tip = isMiner ? 0n : beside(beneficiary);
  const nonce = changes.find(({ address }) => address.equals(root!.from))!.nonce!.before!;
  const isLondon = traced.blockNumber >= LONDON;
  if (!isMiner) {
    expect(paid).toBeGreaterThanOrEqual(tip);
    expect(tip).toBeGreaterThanOrEqual(0n);
    if (!isLondon) expect(tip).toBe(paid);
  }
  const header = {
    ...{ number: traced.blockNumber, beneficiary, difficulty: 1n },
    ...(isLondon && { baseFeePerGas: paid - tip }),
  } as unknown as Header;
  const price = isMiner && !isLondon ? 0n : paid;
  const transaction = { from: root!.from, value: root!.value, nonce } as unknown as Transaction;
  const receipt = { gasUsed: 1, effectiveGasPrice: price } as unknown as Receipt;
  return { header, transaction, receipt };
}

suite('state diffs of recorded mainnet blocks (skipped without the reference directory)', () => {
  const blocks = REFERENCE_DIRECTORY === undefined ? [] : replayedBlocks().filter(({ length }) => length > 0);

  it('match their frames in each balance, nonce, code and slot', () => {
    let [transactions, accounts, slots] = [0, 0, 0];
    for (const block of blocks) {
      const beneficiary = feeRecipient(block);
      block.forEach((traced, at) => {
        const changes = stateDiffChanges(traced.stateDiff!);
        const { header, transaction, receipt } = withFees(traced, changes, beneficiary);
        const held = () =>
          requireEffects({ transaction, receipt, frames: traced.frames, changes }, at, header, undefined);
        expect(held).not.toThrow();
        transactions++;
        accounts += changes.length;
        slots += changes.reduce((sum, { storage }) => sum + storage.length, 0);
      });
    }
    process.stdout.write(
      `recorded mainnet: ${blocks.length} blocks, ${transactions} transactions, ${accounts} accounts, ${slots} slots accepted\n`,
    );
    expect(transactions).toBeGreaterThan(1_300);
  });

  it('start in each transaction from what the ones before it left, by both tracers', () => {
    const prestates = recordedCalls<{ result: PrestateDiff }[]>(
      'debug_traceBlockByNumber.prestateTracer',
    ).filter(({ params }) => JSON.stringify(params).includes('"diffMode":true'));
    const lists = [
      ...blocks.map((block) => block.map(({ stateDiff }) => stateDiffChanges(stateDiff!))),
      ...prestates.map(({ result }) => result.map((one) => prestateChanges(one.result))),
    ];
    for (const stateChanges of lists) {
      const header = { number: 5, extraData: Buffer.alloc(0), difficulty: 0n, timestamp: 0 };
      const transactions = stateChanges.map(() => ({}));
      const block = { header, transactions, stateChanges, ommers: [] } as unknown as VerifiedBlock;
      expect(() => new StateSequence(() => []).follow(block)).not.toThrow();
    }
    expect(lists.length).toBeGreaterThanOrEqual(18);
  });

  it('of a block start from what the block before it left, including withdrawals', () => {
    const sequence = new StateSequence(() => []);
    const replays = recordedCalls<{ stateDiff: StateDiff }[]>('trace_replayBlockTransactions').filter(
      ({ params }) => JSON.stringify(params).includes('"IncludeWithdrawals":true'),
    );
    expect(replays.map(({ blockNumber }) => blockNumber)).toEqual([17_073_191, 17_073_192]);
    for (const { blockNumber, result } of replays) {
      const diffs = result.map(({ stateDiff }) => stateDiffChanges(stateDiff));
      // The last entry has the withdrawals, which belong to no transaction.
      const withdrawals = diffs.at(-1)!.map(({ address, balance }) => ({
        address,
        amountGwei: (balance!.after - balance!.before!) / 10n ** 9n,
      }));
      const header = { number: blockNumber, extraData: Buffer.alloc(0), difficulty: 0n, timestamp: 0 };
      const stateChanges = diffs.slice(0, -1);
      const transactions = stateChanges.map(() => ({}));
      const block = { header, transactions, stateChanges, ommers: [], withdrawals };
      expect(() => sequence.follow(block as unknown as VerifiedBlock)).not.toThrow();
    }
  });
});
