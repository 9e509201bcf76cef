import type { Log, VerifiedBlock } from '../../domain/chain/record/block.js';
import { bytesToBigInt } from '../../domain/chain/word.js';
import { keccak256 } from '../../domain/crypto/keccak.js';

/** A new answer of an aggregator. */
export interface ObservedAnswer {
  readonly logIndex: number;
  readonly aggregator: Buffer;
  /** Positive. An aggregator answers zero or less when it is out of order. */
  readonly answer: bigint;
}

/** The reserves of a pool at the end of a block. */
export interface ObservedReserve {
  readonly pool: Buffer;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
}

export interface ObservedPrices {
  readonly answers: readonly ObservedAnswer[];
  readonly reserves: Iterable<ObservedReserve>;
}

const ANSWER_UPDATED = keccak256(Buffer.from('AnswerUpdated(int256,uint256,uint256)'));
const SYNC = keccak256(Buffer.from('Sync(uint112,uint112)'));
/** A cheap test for every log, because most logs are not about prices. */
const ANSWER_UPDATED_PREFIX = ANSWER_UPDATED.readUInt32BE(0);
const SYNC_PREFIX = SYNC.readUInt32BE(0);

/**
 * Price data in the logs of a block: answers of all emitters, and the last reserves of these pools (addresses
 * as latin-1 text).
 */
export function observedPrices({ receipts }: VerifiedBlock, pools: ReadonlySet<string>): ObservedPrices {
  const answers: ObservedAnswer[] = [];
  const reserves = new Map<string, ObservedReserve>();
  let logIndex = 0;
  for (const { logs } of receipts) {
    for (const log of logs) {
      const prefix = log.topics[0]?.readUInt32BE(0);
      if (prefix === SYNC_PREFIX && log.topics[0]!.equals(SYNC)) {
        const pool = log.address.toString('latin1');
        if (pools.has(pool) && log.topics.length === 1 && log.data.length === 64)
          reserves.set(pool, reserveOf(log));
      } else if (prefix === ANSWER_UPDATED_PREFIX && log.topics[0]!.equals(ANSWER_UPDATED)) {
        const answer = answerOf(log);
        if (answer > 0n) answers.push({ logIndex, aggregator: log.address, answer });
      }
      logIndex++;
    }
  }
  return { answers, reserves: reserves.values() };
}

function reserveOf({ address, data }: Log): ObservedReserve {
  return {
    pool: address,
    reserve0: bytesToBigInt(data.subarray(0, 32)),
    reserve1: bytesToBigInt(data.subarray(32)),
  };
}

/** The answer, signed; 0 for an event of another shape. */
function answerOf({ topics, data }: Log): bigint {
  return topics.length === 3 && data.length === 32 ? BigInt.asIntN(256, bytesToBigInt(topics[1]!)) : 0n;
}
