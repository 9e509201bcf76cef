import { describe, expect, it } from '@jest/globals';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { BlockRefused } from './finding/block-refused.js';
import { verifyAgainstParent } from './parent-rules.js';

const hash = Buffer.alloc(32, 1);
const blobs = { target: 14, max: 21, baseFeeUpdateFraction: 11_684_671n };
const schedule: ForkSchedule = {
  chainId: 1,
  forks: [{ name: 'osaka', activation: { timestamp: 1 }, blobs, systemContracts: [] }],
};
const before = {
  number: 100,
  parentHash: Buffer.alloc(32, 2),
  timestamp: 1_000,
  difficulty: 0n,
  gasLimit: 30_000_000,
  gasUsed: 15_000_000,
  baseFeePerGas: 8n,
  withdrawalsRoot: hash,
  blobGasUsed: 14 * 131_072,
  excessBlobGas: 131_072,
  parentBeaconBlockRoot: hash,
  requestsHash: hash,
} as Header;
const after: Header = { ...before, number: 101, parentHash: hash, timestamp: 1_001 };
const work: Header = { ...before, difficulty: 131_072n };
delete (work as { baseFeePerGas?: bigint }).baseFeePerGas;

function refusalOf(header: Header, parent = before): unknown {
  try {
    verifyAgainstParent({ hash, header: parent }, { hash: Buffer.alloc(32), header }, schedule);
  } catch (error) {
    if (error instanceof BlockRefused)
      return error.reason === 'parent_rule' ? error.details.field : error.reason;
    throw error;
  }
  return 'none';
}

describe('a block and its parent', () => {
  it('are accepted when they follow one another', () => {
    expect(refusalOf(after)).toBe('none');
  });

  it.each<[string, Partial<Header>]>([
    ['wrong_parent', { number: 102 }],
    ['wrong_parent', { parentHash: Buffer.alloc(32, 3) }],
    ['timestamp', { timestamp: 1_000 }],
    ['gasLimit', { gasLimit: 30_000_000 + 29_296 }],
    ['gasLimit', { gasLimit: 30_000_000 - 29_296 }],
    ['none', { gasLimit: 30_000_000 + 29_295 }],
    ['none', { gasLimit: 30_000_000 - 29_295 }],
    ['baseFeePerGas', { baseFeePerGas: 9n }],
    ['excessBlobGas', { excessBlobGas: 131_073 }],
    ['difficulty', { difficulty: 1n }],
  ])('are refused: %s by %j', (problem, change) => {
    expect(refusalOf({ ...after, ...change })).toBe(problem);
  });

  it.each(['baseFeePerGas', 'withdrawalsRoot', 'excessBlobGas', 'requestsHash'] as const)(
    'are refused when %s is lost',
    (field) => {
      const { [field]: _, ...rest } = after;
      expect(refusalOf(rest as Header)).toBe(field);
    },
  );

  it('since Amsterdam are in different slots', () => {
    const inSlot = (slotNumber: number, header: Header): Header => ({
      ...header,
      blockAccessListHash: hash,
      slotNumber,
    });
    expect(refusalOf(inSlot(0, after))).toBe('none');
    expect(refusalOf(inSlot(8, after), inSlot(7, before))).toBe('none');
    expect(refusalOf(inSlot(7, after), inSlot(7, before))).toBe('slotNumber');
    expect(refusalOf(after, inSlot(7, before))).toBe('blockAccessListHash');
  });

  it('leave a gas limit of 5000 at least', () => {
    const least = { ...before, gasLimit: 5_000, gasUsed: 2_500 };
    expect(refusalOf({ ...after, gasLimit: 5_000 }, least)).toBe('none');
    expect(refusalOf({ ...after, gasLimit: 4_999 }, least)).toBe('gasLimit');
  });

  it('double the gas limit and begin at 1 gwei where the base fee begins', () => {
    const first = { ...after, gasLimit: 60_000_000, baseFeePerGas: 1_000_000_000n };
    expect(refusalOf(first, work)).toBe('none');
    expect(refusalOf({ ...first, gasLimit: 30_000_000 }, work)).toBe('gasLimit');
    expect(refusalOf({ ...first, baseFeePerGas: 8n }, work)).toBe('baseFeePerGas');
  });

  it('may have any base fee where the chain itself begins with one', () => {
    const genesis = { ...before, parentHash: Buffer.alloc(32) };
    expect(refusalOf({ ...after, baseFeePerGas: 9n }, genesis)).toBe('none');
  });

  it('may have any excess blob gas where the schedule knows no blobs', () => {
    const header = { ...after, excessBlobGas: 5 };
    expect(() =>
      verifyAgainstParent({ hash, header: before }, { hash, header }, { chainId: 1, forks: [] }),
    ).not.toThrow();
  });
});
