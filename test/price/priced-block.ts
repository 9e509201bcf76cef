import type { Log, StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { PHASE_SLOT } from '../../src/projection/price/feed-phase.js';
import { describedBlock } from '../builder/described-block.js';
import { eventLog, word } from '../builder/token-log.js';

/** The price data of a block. */
export interface DescribedBlock {
  readonly number: number;
  /** Unix seconds. */
  readonly at: number;
  readonly logs?: readonly Log[];
  readonly changes?: readonly StateChange[];
  /** Whether there is no state diff. */
  readonly isBlind?: boolean;
}

export function pricedBlock({
  number,
  at,
  logs = [],
  changes = [],
  isBlind = false,
}: DescribedBlock): VerifiedBlock {
  const block = describedBlock([{ logs, changes }]);
  const { stateChanges, ...rest } = { ...block, header: { ...block.header, number, timestamp: at } };
  return isBlind ? rest : { ...rest, stateChanges: stateChanges! };
}

export function answer(aggregator: Buffer, value: bigint | number): Log {
  return eventLog(aggregator, 'AnswerUpdated(int256,uint256,uint256)', [value, 1], [0]);
}

export function sync(pool: Buffer, reserve0: bigint, reserve1: bigint): Log {
  return eventLog(pool, 'Sync(uint112,uint112)', [], [reserve0, reserve1]);
}

/** The word of a proxy's phase slot. */
export function phaseWord(phase: number, aggregator: Buffer): Buffer {
  const bytes = Buffer.alloc(32);
  aggregator.copy(bytes, 10);
  bytes.writeUInt16BE(phase, 30);
  return bytes;
}

/** The write by which a proxy is pointed at another aggregator. */
export function phaseChange(proxy: Buffer, phase: number, aggregator: Buffer): StateChange {
  return {
    address: proxy,
    storage: [{ slot: PHASE_SLOT, before: word(0), after: phaseWord(phase, aggregator) }],
  };
}
