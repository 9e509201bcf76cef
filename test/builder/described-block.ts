import type { Hex } from '../../src/domain/chain/hex.js';
import type {
  Frame,
  FrameType,
  Log,
  StateChange,
  VerifiedBlock,
} from '../../src/domain/chain/record/block.js';
import { verifiedBlock } from './verified-block.js';

/** One transaction of a block from which facts are extracted. */
export interface DescribedTransaction {
  readonly from?: Buffer;
  readonly logs?: readonly Log[];
  readonly frames?: readonly Frame[];
  readonly changes?: readonly StateChange[];
  /** The signer of each authorization; undefined if none can be recovered. */
  readonly authorities?: readonly (Buffer | undefined)[];
}

const NOTHING = Buffer.alloc(0);

/** Twenty bytes of one value, and their hex. */
export const address = (byte: number): Buffer => Buffer.alloc(20, byte);
export const addressHex = (byte: number): Hex => `0x${address(byte).toString('hex')}`;

/** Block 100 with these transactions; each is signed by an address of zeros by default. */
export function describedBlock(
  transactions: readonly DescribedTransaction[],
  rest: Partial<VerifiedBlock> = {},
): VerifiedBlock {
  const made = verifiedBlock(
    100,
    'told',
    Buffer.alloc(32),
    transactions.map(({ from = address(0), logs = [] }) => ({ from, to: address(0), logs })),
  );
  return {
    ...made,
    transactions: made.transactions.map((transaction, at) => {
      const { authorities } = transactions[at]!;
      if (authorities === undefined) return transaction;
      const authorizationList = authorities.map((authority) => ({
        chainId: 1n,
        address: address(0),
        nonce: 0n,
        ...(authority && { authority }),
      }));
      return { ...transaction, authorizationList };
    }),
    frames: transactions.map(({ frames = [] }) => frames),
    stateChanges: transactions.map(({ changes = [] }) => changes),
    ...rest,
  };
}

/** A frame at a place such as `0`, `0.1` or `0.1.0` in the tree. */
export function frameAt(
  place: string,
  type: FrameType,
  from: Buffer,
  to: Buffer,
  rest: Partial<Frame> = {},
): Frame {
  const path = Buffer.concat(place.split('.').map((index) => Buffer.from([0, Number(index)])));
  const output = type.startsWith('CREATE') ? Buffer.from('60', 'hex') : NOTHING;
  return { path, type, from, to, value: 0n, gas: 0, gasUsed: 0, input: NOTHING, output, ...rest };
}

/** A change that leaves an account this code, as hex without `0x`; empty if its code is removed. */
export function codeChange(account: Buffer, code: string): StateChange {
  return { address: account, code: Buffer.from(code, 'hex'), storage: [] };
}
