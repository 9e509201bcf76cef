import type { Frame, StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';

/** A block as lower-case `0x` texts: slow to process, and easy to read. */
export interface PlainBlock {
  readonly number: number;
  readonly hash: string;
  readonly beneficiary: string;
  readonly withdrawals: readonly string[];
  readonly transactions: readonly PlainTransaction[];
  /** The genesis allocation, if this is the chain's first block. */
  readonly allocation: readonly PlainChange[];
  readonly hasFrames: boolean;
  readonly hasState: boolean;
}

export interface PlainTransaction {
  readonly from: string;
  readonly to: string | null;
  readonly failed: boolean;
  readonly authorities: readonly string[];
  readonly logs: readonly PlainLog[];
  readonly frames: readonly PlainFrame[];
  readonly changes: readonly PlainChange[];
}

export interface PlainLog {
  readonly address: string;
  readonly topics: readonly string[];
  /** Without `0x`. */
  readonly data: string;
}

export interface PlainFrame {
  readonly type: string;
  /** Without `0x`. */
  readonly path: string;
  readonly from: string;
  readonly to: string | undefined;
  readonly code: string;
  /** Whether this frame or one above it failed. */
  readonly undone: boolean;
  /** Absent where the node does not say which frame emitted a log. */
  readonly logIndexes: readonly number[] | undefined;
}

export interface PlainChange {
  readonly address: string;
  readonly code: string | undefined;
  readonly slots: readonly { readonly slot: string; readonly before: string; readonly after: string }[];
}

const hex = (bytes: Buffer): string => `0x${bytes.toString('hex')}`;

export function plainBlock(block: VerifiedBlock): PlainBlock {
  const { header, frames, stateChanges, transactions, receipts } = block;
  return {
    number: header.number,
    hash: hex(block.hash),
    beneficiary: hex(header.beneficiary),
    withdrawals: (block.withdrawals ?? []).map(({ address }) => hex(address)),
    transactions: transactions.map(({ from, to, authorizationList = [] }, at) => ({
      from: hex(from),
      to: to ? hex(to) : null,
      failed: receipts[at]!.status === 0,
      authorities: authorizationList.flatMap(({ authority }) => (authority ? [hex(authority)] : [])),
      logs: receipts[at]!.logs.map(({ address, topics, data }) => ({
        address: hex(address),
        topics: topics.map(hex),
        data: data.toString('hex'),
      })),
      frames: plainFrames(frames?.[at] ?? []),
      changes: (stateChanges?.[at] ?? []).map(plainChange),
    })),
    allocation: (block.allocation ?? []).map(plainChange),
    hasFrames: frames !== undefined,
    hasState: stateChanges !== undefined,
  };
}

function plainFrames(frames: readonly Frame[]): PlainFrame[] {
  const failed = frames.filter(({ error }) => error !== undefined).map(({ path }) => path.toString('hex'));
  return frames.map(({ type, path, from, to, output, logIndexes }) => ({
    type,
    path: path.toString('hex'),
    from: hex(from),
    to: to && hex(to),
    code: hex(output),
    undone: failed.some((above) => path.toString('hex').startsWith(above)),
    logIndexes,
  }));
}

function plainChange({ address, code, storage }: StateChange): PlainChange {
  return {
    address: hex(address),
    code: code && hex(code),
    slots: storage.map(({ slot, before, after }) => ({
      slot: hex(slot),
      before: hex(before!),
      after: hex(after),
    })),
  };
}
