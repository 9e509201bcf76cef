import { encodeAbiParameters, keccak256, parseAbiParameters, toHex } from 'viem';
import type { LogJson } from '../simulation/sim-block.js';
import type { ObservedBlock } from './observed-block.js';
import type { Row } from './row.js';

const topicOf = (signature: string): string => keccak256(toHex(signature));
const TRANSFER = topicOf('Transfer(address,address,uint256)');
const SINGLE = topicOf('TransferSingle(address,address,address,uint256,uint256)');
const BATCH = topicOf('TransferBatch(address,address,address,uint256[],uint256[])');
const OPERATED: Readonly<Record<string, 'sent' | 'minted' | 'burned'>> = {
  [topicOf('Sent(address,address,address,uint256,bytes,bytes)')]: 'sent',
  [topicOf('Minted(address,address,uint256,bytes,bytes)')]: 'minted',
  [topicOf('Burned(address,address,uint256,bytes,bytes)')]: 'burned',
};
const VAULT: Readonly<Record<string, number>> = {
  [topicOf('Deposit(address,address,uint256,uint256)')]: 3,
  [topicOf('Withdraw(address,address,address,uint256,uint256)')]: 4,
};
const ZERO = `0x${'0'.repeat(40)}`;

/** One movement as a person would read it in the log. */
interface Movement {
  readonly shape: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly operator?: string;
  readonly tokenId?: bigint;
  readonly value?: bigint;
}

interface Reading {
  /** The column that counts the event. */
  readonly counts: string;
  readonly movements: readonly Movement[];
}

const words = (data: string): string[] => (data.slice(2).match(/.{64}/g) ?? []).map((word) => `0x${word}`);
const isAddress = (word: string): boolean => /^0x0{24}/.test(word);
const party = (word: string): string | null => {
  const address = `0x${word.slice(26)}`;
  return address === ZERO ? null : address;
};

/** The token event of one log; undefined for any other log. */
export function reading({ topics, data }: LogJson): Reading | undefined {
  const [topic0 = '', ...indexed] = topics;
  const size = (data.length - 2) / 2;
  const rest = words(data);
  if (topic0 === TRANSFER && topics.length === 1 && size === 96 && rest.slice(0, 2).every(isAddress)) {
    const [from, to, value] = rest as [string, string, string];
    return {
      counts: 'unindexed_transfers',
      movements: [{ shape: 5, from: party(from), to: party(to), value: BigInt(value) }],
    };
  }
  if (topic0 === TRANSFER && topics.length >= 3 && indexed.slice(0, 2).every(isAddress)) {
    const ends = { from: party(indexed[0]!), to: party(indexed[1]!) };
    if (topics.length === 3 && size === 32)
      return { counts: 'erc20_transfers', movements: [{ shape: 0, ...ends, value: BigInt(data) }] };
    if (topics.length === 4 && size === 0)
      return { counts: 'erc721_transfers', movements: [{ shape: 1, ...ends, tokenId: BigInt(indexed[2]!) }] };
  }
  if (topics.length === 4 && indexed.every(isAddress) && (topic0 === SINGLE || topic0 === BATCH)) {
    const sides = {
      from: party(indexed[1]!),
      to: party(indexed[2]!),
      operator: `0x${indexed[0]!.slice(26)}`,
    };
    const pairs = topic0 === SINGLE ? (size === 64 ? [rest] : undefined) : batchPairs(data);
    if (!pairs) return undefined;
    const shape = topic0 === SINGLE ? 2 : 3;
    return {
      counts: 'erc1155_transfers',
      movements: pairs.map(([id, value]) => ({
        shape,
        ...sides,
        tokenId: BigInt(id!),
        value: BigInt(value!),
      })),
    };
  }
  const operated = OPERATED[topic0];
  if (operated && topics.length === (operated === 'sent' ? 4 : 3) && indexed.every(isAddress)) {
    if (!isAmountAndTexts(data)) return undefined;
    const operator = `0x${indexed[0]!.slice(26)}`;
    const from = operated === 'minted' ? null : party(indexed[1]!);
    const to = operated === 'burned' ? null : party(indexed[operated === 'sent' ? 2 : 1]!);
    return {
      counts: 'erc777_events',
      movements: [{ shape: 4, from, to, operator, value: BigInt(rest[0]!) }],
    };
  }
  if (VAULT[topic0] === topics.length && indexed.every(isAddress) && size === 64)
    return { counts: 'erc4626_events', movements: [] };
  return undefined;
}

/** Ids and values of a batch, found by encoding every possible length until the bytes are equal. */
function batchPairs(data: string): [string, string][] | undefined {
  const all = words(data);
  const length = (all.length - 4) / 2;
  if (!Number.isInteger(length) || length < 0) return undefined;
  const ids = all.slice(3, 3 + length);
  const values = all.slice(4 + length);
  const again = encodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), [
    ids.map(BigInt),
    values.map(BigInt),
  ]);
  return again === data ? ids.map((id, at) => [id, values[at]!]) : undefined;
}

function isAmountAndTexts(data: string): boolean {
  const all = words(data);
  if (all.length < 5 || all.length * 64 !== data.length - 2) return false;
  const lengthAt = (at: number): number => Number(BigInt(all[at] ?? '0x0'));
  const first = lengthAt(3);
  const second = 4 + Math.ceil(first / 32);
  if (BigInt(all[1]!) !== 96n || BigInt(all[2]!) !== BigInt(32 * second) || second >= all.length)
    return false;
  return second + 1 + Math.ceil(lengthAt(second) / 32) === all.length;
}

export function expectedTransfers({ block, receipts }: ObservedBlock): Row[] {
  const rows: Row[] = [];
  let logIndex = 0;
  for (const [txIndex, { logs }] of receipts.entries()) {
    const plain: string[] = [];
    for (const log of logs) {
      for (const { shape, ...movement } of reading(log)?.movements ?? [])
        if (shape === 0) plain.push(keyOf(log, movement));
    }
    for (const log of logs) {
      for (const [batchIndex, movement] of (reading(log)?.movements ?? []).entries()) {
        const twin = movement.shape === 4 ? plain.indexOf(keyOf(log, movement)) : -1;
        if (twin >= 0) {
          plain.splice(twin, 1);
          continue;
        }
        rows.push({
          block_number: Number(block.number),
          tx_index: txIndex,
          log_index: logIndex,
          batch_index: batchIndex,
          token: log.address,
          shape: movement.shape,
          from_address: movement.from,
          to_address: movement.to,
          operator: movement.operator ?? null,
          token_id: movement.tokenId?.toString() ?? null,
          value: movement.value?.toString() ?? null,
        });
      }
      logIndex++;
    }
  }
  return rows;
}

const keyOf = ({ address }: LogJson, { from, to, value }: Omit<Movement, 'shape'>): string =>
  [address, from, to, value].join(' ');
