import { describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import type { Address, Hex } from '../../domain/chain/hex.js';
import type { StateChange, VerifiedBlock } from '../../domain/chain/record/block.js';
import { ProofRefused } from '../../domain/chain/trie/state-proof.js';
import { ClaimProver } from './claim-prover.js';
import type { ClaimedState, PlaceAt, StatedValue } from './claimed-state.js';
import type { Prove } from './state-comparison.js';

const TX = {} as PoolClient;
const OWNED: Address = `0x${'11'.repeat(20)}`;
const SLOT: Hex = `0x${'00'.repeat(32)}`;
const WHAT = `slot:${SLOT}`;
const word = (value: number): Buffer => Buffer.alloc(32, value);

/** What the slot holds at the end of each block, by number. */
type Values = Readonly<Record<number, number>>;

interface Situation {
  /** As stored blocks say; a block that is not named says what the one before says. */
  readonly stated: Values;
  readonly true: Values;
  /** Blocks at whose end a node proves something. */
  readonly provable?: (block: number) => boolean;
  readonly prove?: Prove;
  readonly isRequired?: boolean;
}

const at = (values: Values, block: number): readonly [since: number, value: number] => {
  const since = Math.max(
    ...Object.keys(values)
      .map(Number)
      .filter((one) => one <= block),
  );
  return [since, values[since]!];
};

function block(number: number, { stated }: Situation): VerifiedBlock {
  const storage =
    stated[number] === undefined ? [] : [{ slot: Buffer.alloc(32), before: word(0), after: word(0) }];
  const change = { address: Buffer.alloc(20, 0x11), storage } as unknown as StateChange;
  return {
    header: { number, beneficiary: Buffer.alloc(20), stateRoot: Buffer.alloc(32) },
    hash: Buffer.alloc(32),
    transactions: [{ to: Buffer.alloc(20, 0x11) }],
    receipts: [],
    stateChanges: [[change]],
  } as unknown as VerifiedBlock;
}

/** @param to the head */
function proverOf(situation: Situation, to: number) {
  const asked: number[] = [];
  const contradicted: PlaceAt[] = [];
  const values = async (_: unknown, places: readonly PlaceAt[]): Promise<(StatedValue | undefined)[]> =>
    places.map(({ what, block: number }) => {
      if (what !== WHAT) return undefined;
      const [since, value] = at(situation.stated, number);
      const next = Object.keys(situation.stated)
        .map(Number)
        .find((one) => one > number);
      return { value: word(value), support: 'changes', since, through: (next ?? to + 1) - 1 };
    });
  const claimed = {
    newestRun: async () => 0,
    readSince: async () => [],
    readOf: async () => [{ address: OWNED, what: WHAT }],
    page: async () => ({ places: [] }),
    values,
    ends: async (_, blocks) => blocks.map((number) => ({ blockHash: `0x${number}`, stateRoot: '0x' })),
    ask: async (_, places) => void contradicted.push(...places),
  } satisfies ClaimedState;
  const prover = new ClaimProver({
    claimed,
    slots: new Set([SLOT]),
    named: { of: async () => [] },
    onContradicted: () => undefined,
    onCompared: () => undefined,
    isRequired: situation.isRequired ?? false,
    prove:
      situation.prove ??
      (async (reads) =>
        reads.map(({ block: number }) => {
          asked.push(number);
          return (situation.provable?.(number) ?? true)
            ? { output: word(at(situation.true, number)[1]) }
            : undefined;
        })),
  });
  return { prover, asked, contradicted };
}

/** Compares a flush of these blocks; the last of all is the head. */
async function compared(situation: Situation, from: number, to: number, isFill = false) {
  const { prover, asked, contradicted } = proverOf(situation, to);
  const blocks = Array.from({ length: to - from + 1 }, (_, index) => block(from + index, situation));
  await prover.requireProven(TX, blocks, 0, isFill);
  return { asked, contradicted: contradicted.map(({ block: number }) => number) };
}

describe('what claims rest on', () => {
  it('is proven once where it is true, at the newest block at whose end it is the same', async () => {
    const values = { 1: 7, 12: 8 };
    expect(await compared({ stated: values, true: values }, 12, 15)).toEqual({
      asked: [15],
      contradicted: [],
    });
    const twice = { 1: 7, 12: 8, 14: 9 };
    expect((await compared({ stated: twice, true: twice }, 12, 15)).asked).toEqual([13, 15]);
    // Before its first write, the slot has the value from before the flush.
    const later = { 1: 7, 14: 8 };
    expect((await compared({ stated: later, true: later }, 12, 15)).asked).toEqual([13, 15]);
  });

  it.each([
    ['writes another value', { stated: { 1: 7, 13: 9 }, true: { 1: 7, 13: 8 } }, 13],
    ['leaves a write out', { stated: { 1: 7 }, true: { 1: 7, 13: 8 } }, 13],
    ['invents a write', { stated: { 1: 7, 13: 9 }, true: { 1: 7 } }, 13],
    ['writes too late', { stated: { 1: 7, 14: 8 }, true: { 1: 7, 13: 8 } }, 13],
    [
      'writes another value, and a later block the true one',
      { stated: { 1: 7, 13: 9, 15: 8 }, true: { 1: 7, 13: 8 } },
      13,
    ],
    ['is the first of the flush, and leaves a write out', { stated: { 1: 7 }, true: { 1: 7, 12: 8 } }, 12],
  ] as const)('refuses the block that %s', async (_, situation, refused) => {
    await expect(compared(situation, 12, 15)).rejects.toMatchObject({
      name: 'BlockRefused',
      blockNumber: refused,
      details: { account: OWNED, field: WHAT },
    });
  });

  it('refuses no block for a false stored one, and returns the proof to record', async () => {
    const stored = { stated: { 1: 7 }, true: { 1: 7, 11: 8 } };
    expect((await compared(stored, 12, 15)).contradicted).toEqual([15]);
    // Nor where the parent cannot be proven: it may be the parent that is wrong.
    const pruned = { stated: { 1: 7 }, true: { 1: 7, 12: 8 }, provable: (number: number) => number >= 12 };
    expect((await compared(pruned, 12, 15)).contradicted).toEqual([15]);
  });

  it('is kept where nothing is proven, and a fill asks once', async () => {
    const situation = { stated: { 1: 7, 12: 9, 13: 7, 14: 9 }, true: { 1: 7 }, provable: () => false };
    expect((await compared(situation, 12, 15)).asked).toHaveLength(3);
    expect((await compared(situation, 12, 15, true)).asked).toHaveLength(1);
  });

  it.each([
    ['nothing', { 1: 7, 13: 9 }, () => false, 12],
    ['nothing where the block states a lie', { 1: 7, 13: 9 }, (block: number) => block !== 15, 15],
    ['nothing of a block between', { 1: 7, 13: 9, 14: 7 }, (block: number) => block !== 13, 13],
    ['nothing of what was before', { 1: 7, 13: 9 }, (block: number) => block !== 12, 12],
  ] as const)(
    'is refused where proofs are required and a node proves %s',
    async (_, stated, provable, at) => {
      const situation = { stated, true: stated, provable, isRequired: true };
      for (const isFill of [false, true])
        await expect(compared(situation, 12, 15, isFill)).rejects.toMatchObject({
          name: 'BlockRefused',
          blockNumber: at,
          details: { account: OWNED, field: WHAT, problem: expect.stringContaining('is proven by no node') },
        });
      expect((await compared({ ...situation, provable: () => true }, 12, 15)).contradicted).toEqual([]);
    },
  );

  it('needs a proof for each flush where proofs are required, even if no claim rests on it', async () => {
    const situation = { stated: { 1: 7 }, true: { 1: 7 }, isRequired: true };
    const ofNobody = { ...situation, provable: () => false };
    const flush = [block(12, situation)];
    await expect(proverOf(ofNobody, 12).prover.requireAll([], flush)).rejects.toMatchObject({
      blockNumber: 12,
    });
    await proverOf(situation, 12).prover.requireAll([], flush);
    await proverOf({ ...ofNobody, isRequired: false }, 12).prover.requireAll([], flush);
  });

  it('fails where proofs are required and no block is to blame', async () => {
    const situation = { stated: { 1: 7 }, true: { 1: 7 }, isRequired: true };
    const place = { address: OWNED, what: WHAT, block: 12 };
    await expect(proverOf(situation, 12).prover.requireAll([place])).rejects.toThrow(
      `${WHAT} of ${OWNED} at the end of block 12 is proven by no node`,
    );
  });

  it('is not taken from a block whose node gives a proof that does not fit', async () => {
    const prove: Prove = async (reads) => reads.map(() => new ProofRefused('no'));
    const values = { 1: 7, 13: 8 };
    await expect(compared({ stated: values, true: values, prove }, 12, 15)).rejects.toMatchObject({
      blockNumber: 12,
      details: { problem: 'is stated without a proof that fits: no' },
    });
  });

  it('can be proven of a block that is not stored yet, or a node shows that it cannot', async () => {
    const values = { 1: 7 };
    const provesAt = (situation: Situation) => {
      return proverOf(situation, 12).prover.provesAt(block(12, situation));
    };
    const situation = { stated: values, true: values };
    const none = { ...situation, provable: () => false };
    expect(await provesAt(situation)).toBe(true);
    expect(await provesAt(none)).toBe(false);
    // It is refused, instead of being evaluated later.
    expect(await provesAt({ ...none, isRequired: true })).toBe(true);
    const prove: Prove = async (reads) => reads.map(() => new ProofRefused('no'));
    expect(await provesAt({ ...situation, prove })).toBe(true);
  });
});
