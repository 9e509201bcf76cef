import type { Log } from '../chain/record/block.js';
import { isEtherLog } from '../chain/record/ether-log.js';
import { keccak256 } from '../crypto/keccak.js';

/** What an event says about the token that emitted it. */
export type TokenEventKind =
  | 'erc20'
  | 'erc721'
  | 'erc1155_single'
  | 'erc1155_batch'
  | 'erc777_sent'
  | 'erc777_minted'
  | 'erc777_burned'
  | 'erc4626'
  /** A Transfer without indexed parameters, of an early ERC-20 or ERC-721 token: the log is the same. */
  | 'unindexed';

interface TokenEvent {
  readonly topic0: Buffer;
  readonly kindOf: (log: Log) => TokenEventKind | undefined;
}

const event = (signature: string, kindOf: TokenEvent['kindOf']): TokenEvent => ({
  topic0: keccak256(Buffer.from(signature)),
  kindOf,
});

const EVENTS = [
  event('Transfer(address,address,uint256)', transferKind),
  event('TransferSingle(address,address,address,uint256,uint256)', (log) =>
    shaped(log, 3, 64) ? 'erc1155_single' : undefined,
  ),
  event('TransferBatch(address,address,address,uint256[],uint256[])', (log) =>
    addresses(log, 3) && batchLength(log.data) !== undefined ? 'erc1155_batch' : undefined,
  ),
  event('Sent(address,address,address,uint256,bytes,bytes)', (log) =>
    addresses(log, 3) && isAmountWithTexts(log.data) ? 'erc777_sent' : undefined,
  ),
  event('Minted(address,address,uint256,bytes,bytes)', (log) =>
    addresses(log, 2) && isAmountWithTexts(log.data) ? 'erc777_minted' : undefined,
  ),
  event('Burned(address,address,uint256,bytes,bytes)', (log) =>
    addresses(log, 2) && isAmountWithTexts(log.data) ? 'erc777_burned' : undefined,
  ),
  event('Deposit(address,address,uint256,uint256)', (log) => (shaped(log, 2, 64) ? 'erc4626' : undefined)),
  event('Withdraw(address,address,address,uint256,uint256)', (log) =>
    shaped(log, 3, 64) ? 'erc4626' : undefined,
  ),
];

/** By the first four bytes of the topic: this runs for every log, and most are not about tokens. */
const BY_PREFIX = new Map(EVENTS.map((known) => [known.topic0.readUInt32BE(0), known]));

/**
 * The token event of a log with the exact shape of a standard's event. The protocol's ether logs are none.
 */
export function tokenEventKind(log: Log): TokenEventKind | undefined {
  const topic0 = log.topics[0];
  if (topic0 === undefined) return undefined;
  const known = BY_PREFIX.get(topic0.readUInt32BE(0));
  return known?.topic0.equals(topic0) && !isEtherLog(log) ? known.kindOf(log) : undefined;
}

function transferKind(log: Log): TokenEventKind | undefined {
  switch (log.topics.length) {
    case 3:
      return shaped(log, 2, 32) ? 'erc20' : undefined;
    case 4:
      return addresses({ ...log, topics: log.topics.slice(0, 3) }, 2) && log.data.length === 0
        ? 'erc721'
        : undefined;
    case 1:
      return log.data.length === 96 && isAddressWord(log.data) && isAddressWord(log.data.subarray(32))
        ? 'unindexed'
        : undefined;
    default:
      return undefined;
  }
}

/** Whether the log indexes this many addresses and nothing else, and carries this many bytes. */
function shaped(log: Log, indexed: number, dataLength: number): boolean {
  return log.data.length === dataLength && addresses(log, indexed);
}

function addresses({ topics }: Log, indexed: number): boolean {
  if (topics.length !== indexed + 1) return false;
  for (let at = 1; at <= indexed; at++) if (!isAddressWord(topics[at]!)) return false;
  return true;
}

/** Whether the upper twelve bytes of a word are zero, as in every encoded address. */
function isAddressWord(word: Buffer): boolean {
  return word.readUInt32BE(0) === 0 && word.readUInt32BE(4) === 0 && word.readUInt32BE(8) === 0;
}

/**
 * Length of the two arrays that make up the data in the usual ABI layout; undefined for any other data.
 * Lengths that the data states are checked against its size.
 */
export function batchLength(data: Buffer): number | undefined {
  const length = (data.length - 128) / 64;
  if (length < 0 || !Number.isInteger(length)) return undefined;
  const second = 96 + 32 * length;
  const fits =
    wordIs(data, 0, 64) &&
    wordIs(data, 32, second) &&
    wordIs(data, 64, length) &&
    wordIs(data, second, length);
  return fits ? length : undefined;
}

/** Whether the data is an amount and two byte strings in the usual ABI layout. */
function isAmountWithTexts(data: Buffer): boolean {
  if (data.length < 160 || data.length % 32 !== 0 || !wordIs(data, 32, 96)) return false;
  const second = nextText(data, 96);
  return second !== undefined && wordIs(data, 64, second) && nextText(data, second) === data.length;
}

/** Offset after a byte string and its padding; undefined when it does not fit. */
function nextText(data: Buffer, at: number): number | undefined {
  if (at + 32 > data.length) return undefined;
  const length = data.readUInt32BE(at + 28);
  if (!wordIs(data, at, length)) return undefined;
  const next = at + 32 + 32 * Math.ceil(length / 32);
  return next <= data.length ? next : undefined;
}

function wordIs(data: Buffer, at: number, value: number): boolean {
  for (let byte = at; byte < at + 28; byte += 4) if (data.readUInt32BE(byte) !== 0) return false;
  return data.readUInt32BE(at + 28) === value;
}
