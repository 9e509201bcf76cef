import { createHash } from 'node:crypto';
import type { Frame, Log, Receipt, Transaction, VerifiedBlock } from '../../src/domain/chain/record/block.js';

/** 32 bytes derived from a name. */
const hashOf = (name: string): Buffer => createHash('sha256').update(name).digest();

/** Unix seconds of the block with this number, equal on every branch. */
export const timestampOf = (number: number): number => 1_700_000_000 + number;

const NOTHING = Buffer.alloc(0);
const WORD = Buffer.alloc(32);

/** A transaction of a made block, with its frames and logs. */
export interface MadeTransaction {
  readonly from: Buffer;
  readonly to: Buffer;
  /** Calls by the root frame, in order. */
  readonly frames?: readonly { readonly from: Buffer; readonly to: Buffer; readonly value: bigint }[];
  readonly logs?: readonly Log[];
}

/**
 * A block as verification returns it, made without signing or hashing, for tests of later stages that need very many rows.
 * `branch` distinguishes blocks of the same number.
 */
export function verifiedBlock(
  number: number,
  branch: string,
  parentHash: Buffer,
  transactions: readonly MadeTransaction[],
): VerifiedBlock {
  return {
    hash: hashOf(`block ${number} ${branch}`),
    header: {
      ...{ parentHash, ommersHash: WORD, beneficiary: Buffer.alloc(20), stateRoot: WORD },
      ...{ transactionsRoot: WORD, receiptsRoot: WORD, logsBloom: Buffer.alloc(256), difficulty: 0n, number },
      ...{ gasLimit: 30_000_000, gasUsed: 0, timestamp: timestampOf(number), extraData: NOTHING },
      ...{ mixHash: WORD, nonce: Buffer.alloc(8), baseFeePerGas: 7n },
    },
    transactions: transactions.map(({ from, to }, index) => transaction(number, branch, index, from, to)),
    receipts: transactions.map(({ logs = [] }) => receipt(logs)),
    ommerCount: 0,
    ommers: [],
    frames: transactions.map(framesOf),
    stateChanges: transactions.map(() => []),
  };
}

function transaction(number: number, branch: string, index: number, from: Buffer, to: Buffer): Transaction {
  return {
    ...{ type: 2, hash: hashOf(`transaction ${number} ${branch} ${index}`), from, to, raw: Buffer.from([2]) },
    ...{ nonce: 0, value: 0n, gasLimit: 21_000, input: NOTHING, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n },
    accessList: [],
  };
}

function receipt(logs: readonly Log[]): Receipt {
  const raw = Buffer.from([2]);
  return { raw, status: 1, cumulativeGasUsed: 0, gasUsed: 21_000, effectiveGasPrice: 8n, logs };
}

function framesOf({ from, to, frames = [] }: MadeTransaction): Frame[] {
  const rest = { type: 'CALL', gas: 0, gasUsed: 0, input: NOTHING, output: NOTHING } as const;
  return [
    { ...rest, path: Buffer.alloc(2), from, to, value: 0n },
    ...frames.map((frame, index) => ({
      ...rest,
      path: Buffer.from([0, 0, index >> 8, index & 255]),
      ...frame,
    })),
  ];
}
