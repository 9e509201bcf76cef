import { expect, it } from '@jest/globals';
import { SCHEDULE } from '../../../../test/builder/view-call.js';
import type { Header } from '../../../domain/chain/record/block.js';
import { contextOf } from './block-context.js';

const header = {
  number: 25_000_000,
  timestamp: 1_780_000_000,
  gasLimit: 60_000_000,
  beneficiary: Buffer.alloc(20, 0xc0),
  difficulty: 0n,
  mixHash: Buffer.alloc(32, 1),
  baseFeePerGas: 7n,
  excessBlobGas: 0,
} as Partial<Header> as Header;

it('takes randomness and fees from the header', () => {
  expect(contextOf(header, SCHEDULE)).toEqual({
    number: 25_000_000,
    timestamp: 1_780_000_000,
    gasLimit: 60_000_000,
    beneficiary: `0x${'c0'.repeat(20)}`,
    prevRandao: BigInt(`0x${'01'.repeat(32)}`),
    baseFeePerGas: 7n,
    blobBaseFee: 1n,
  });
});

it('takes the difficulty before Paris, and has no fees before their forks', () => {
  const { baseFeePerGas: _, excessBlobGas: __, ...old } = header;
  const context = contextOf({ ...old, number: 1, timestamp: 1_438_269_988, difficulty: 9n }, SCHEDULE);
  expect(context.prevRandao).toBe(9n);
  expect(Object.keys(context)).not.toContain('baseFeePerGas');
  expect(Object.keys(context)).not.toContain('blobBaseFee');
});

it('takes the slot since Amsterdam, and the hashes that are given', () => {
  const hashOf = () => undefined;
  expect(contextOf({ ...header, slotNumber: 3 }, SCHEDULE, hashOf)).toMatchObject({ slotNumber: 3, hashOf });
});
