import type { Log } from '../chain/record/block.js';
import { batchLength, type TokenEventKind, tokenEventKind } from './token-event.js';

/** The event that reported a transfer; its index here is stored. */
export const TRANSFER_SHAPES = [
  'erc20',
  'erc721',
  'erc1155_single',
  'erc1155_batch',
  'erc777',
  'unindexed',
] as const;
export type TransferShape = (typeof TRANSFER_SHAPES)[number];

/** One movement of one token. */
export interface TokenTransfer {
  /** Index of the log in its transaction. */
  readonly logIndexInTx: number;
  /** Place in a batch event, 0 elsewhere. */
  readonly batchIndex: number;
  readonly token: Buffer;
  readonly shape: TransferShape;
  /** Absent on a mint. */
  readonly from?: Buffer;
  /** Absent on a burn. */
  readonly to?: Buffer;
  /** ERC-1155 and ERC-777. */
  readonly operator?: Buffer;
  readonly tokenId?: bigint;
  /** Raw amount; of an unindexed transfer the third word, which may be a token id. */
  readonly value?: bigint;
}

/** Several read models ask about the same transaction. */
const read = new WeakMap<readonly Log[], readonly TokenTransfer[]>();

/** The token movements in the logs of one transaction, in log order; only events of exactly a standard's shape. */
export function tokenTransfers(logs: readonly Log[]): readonly TokenTransfer[] {
  let transfers = read.get(logs);
  if (!transfers) {
    transfers = readTransfers(logs);
    read.set(logs, transfers);
  }
  return transfers;
}

function readTransfers(logs: readonly Log[]): TokenTransfer[] {
  const transfers: TokenTransfer[] = [];
  let seen777 = false;
  for (let logIndexInTx = 0; logIndexInTx < logs.length; logIndexInTx++) {
    const log = logs[logIndexInTx]!;
    const kind = tokenEventKind(log);
    if (kind === undefined || kind === 'erc4626') continue;
    if (kind === 'erc1155_batch') pushBatch(transfers, log, logIndexInTx);
    else transfers.push({ logIndexInTx, batchIndex: 0, token: log.address, ...READERS[kind](log) });
    seen777 ||= kind.startsWith('erc777');
  }
  return seen777 ? withoutTwins(transfers) : transfers;
}

const NOBODY = Buffer.alloc(32);

type Movement = Omit<TokenTransfer, 'logIndexInTx' | 'batchIndex' | 'token'>;

const READERS: Readonly<
  Record<Exclude<TokenEventKind, 'erc4626' | 'erc1155_batch'>, (log: Log) => Movement>
> = {
  erc20: ({ topics, data }) => ({ shape: 'erc20', ...ends(topics[1]!, topics[2]!), value: amount(data, 0) }),
  erc721: ({ topics }) => ({
    shape: 'erc721',
    ...ends(topics[1]!, topics[2]!),
    tokenId: amount(topics[3]!, 0),
  }),
  erc1155_single: ({ topics, data }) => ({
    shape: 'erc1155_single',
    ...ends(topics[2]!, topics[3]!),
    operator: topics[1]!.subarray(12),
    tokenId: amount(data, 0),
    value: amount(data, 32),
  }),
  erc777_sent: ({ topics, data }) => erc777(topics[1]!, data, ends(topics[2]!, topics[3]!)),
  erc777_minted: ({ topics, data }) => erc777(topics[1]!, data, ends(NOBODY, topics[2]!)),
  erc777_burned: ({ topics, data }) => erc777(topics[1]!, data, ends(topics[2]!, NOBODY)),
  unindexed: ({ data }) => ({
    shape: 'unindexed',
    ...ends(data.subarray(0, 32), data.subarray(32, 64)),
    value: amount(data, 64),
  }),
};

function erc777(operator: Buffer, data: Buffer, sides: Pick<TokenTransfer, 'from' | 'to'>): Movement {
  return { shape: 'erc777', ...sides, operator: operator.subarray(12), value: amount(data, 0) };
}

function pushBatch(transfers: TokenTransfer[], { address, topics, data }: Log, logIndexInTx: number): void {
  const length = batchLength(data)!;
  for (let batchIndex = 0; batchIndex < length; batchIndex++) {
    transfers.push({
      logIndexInTx,
      batchIndex,
      token: address,
      shape: 'erc1155_batch',
      ...ends(topics[2]!, topics[3]!),
      operator: topics[1]!.subarray(12),
      tokenId: amount(data, 96 + 32 * batchIndex),
      value: amount(data, 128 + 32 * (length + batchIndex)),
    });
  }
}

/** Sender and recipient; the zero address means none. */
function ends(from: Buffer, to: Buffer): Pick<TokenTransfer, 'from' | 'to'> {
  return {
    ...(isZero(from) ? undefined : { from: from.subarray(12, 32) }),
    ...(isZero(to) ? undefined : { to: to.subarray(12, 32) }),
  };
}

/** An ERC-777 token that is also ERC-20 logs each movement twice. Drops an `erc777` per matching Transfer. */
function withoutTwins(transfers: readonly TokenTransfer[]): TokenTransfer[] {
  const counts = new Map<string, number>();
  for (const transfer of transfers) {
    if (transfer.shape !== 'erc20') continue;
    const key = movement(transfer);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return transfers.filter((transfer) => {
    if (transfer.shape !== 'erc777') return true;
    const key = movement(transfer);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/** Key by which twins match. The zero address stands for a missing end: it takes part in no movement. */
function movement({
  token,
  from = NOBODY.subarray(12),
  to = NOBODY.subarray(12),
  value,
}: TokenTransfer): string {
  return token.toString('latin1') + from.toString('latin1') + to.toString('latin1') + String(value);
}

function amount(data: Buffer, at: number): bigint {
  const low = data.readBigUInt64BE(at + 24);
  const upper = data.readBigUInt64BE(at + 16);
  // Most amounts fit into two of the four parts.
  if (data.readUInt32BE(at) === 0 && data.readUInt32BE(at + 4) === 0 && data.readBigUInt64BE(at + 8) === 0n)
    return upper === 0n ? low : (upper << 64n) | low;
  return (data.readBigUInt64BE(at) << 192n) | (data.readBigUInt64BE(at + 8) << 128n) | (upper << 64n) | low;
}

function isZero(word: Buffer): boolean {
  for (let at = 12; at < 32; at += 4) if (word.readUInt32BE(at) !== 0) return false;
  return true;
}
