import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ProxyPattern } from '../../bytecode/fallback/proxy-pattern.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { parseMultirange } from '../../domain/interval/multirange.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { jsonList } from '../../platform/postgres/json-list.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { CoveredBlocks } from './covered-blocks.js';
import {
  type CloneStep,
  type Implementation,
  implementationsOf,
  POINTER_SOURCES,
  type SlotWrite,
} from './implementations.js';

export type { Implementation };

/** The current and past delegation targets of an address. */
export interface ProxyRow {
  readonly headNumber: number;
  /** Null where the slots of the address are known, but not its code. */
  readonly proxyPattern: ProxyPattern | null;
  /** Newest seen first. */
  readonly implementations: readonly Implementation[];
}

const SLOTS = Object.keys(POINTER_SOURCES)
  .map((slot) => `'${slot}'`)
  .join(', ');

/**
 * Code and slots through time, the blocks with known state, and the first gap that may hide missing code,
 * from one snapshot.
 */
const OF_ADDRESS = `
SELECT head.number AS "headNumber", code.hash AS "codeHash", code.proxy_pattern AS "proxyPattern", history.steps,
       pointers.writes, covered.ranges, gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN LATERAL last_code($1) code ON true
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object(
    'blockNumber', step.block_number, 'txIndex', step.tx_index, 'kind', step.kind,
    'codeHash', '0x' || encode(step.code_hash, 'hex'), 'cloneTarget', '0x' || encode(target.clone_target, 'hex')
  ) ORDER BY step.block_number, step.tx_index) AS steps
  FROM (SELECT * FROM code_history($1) WHERE code.is_delegation IS NOT TRUE LIMIT $3) step
  LEFT JOIN code target ON target.hash = step.code_hash
) history ON true
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object(
    'slot', write.slot, 'blockNumber', write.block_number, 'txIndex', write.tx_index,
    'before', '0x' || lpad(encode(write.before, 'hex'), 64, '0'), 'after', '0x' || lpad(encode(write.after, 'hex'), 64, '0'),
    'txHash', '0x' || encode(tx.hash, 'hex')
  ) ORDER BY write.block_number, write.tx_index) AS writes
  FROM (
    SELECT * FROM slot_change
    WHERE hashbyteaextended(address, 0) = hashbyteaextended($1, 0) AND address = $1 AND slot IN (${SLOTS}) LIMIT $3
  ) write LEFT JOIN LATERAL transaction_at(write.block_number, write.tx_index) tx ON true
) pointers ON true
LEFT JOIN (SELECT ranges::text AS ranges FROM coverage WHERE family = 'state_diff') covered ON true
LEFT JOIN LATERAL first_gap(CASE WHEN code.hash IS NULL THEN ARRAY['blocks', 'state_diff'] END, $2, head.number) gap ON true
WHERE head.number IS NOT NULL`;

/** Changes that are parsed and evaluated without yielding. */
const FEW = 1_000;

interface OfAddressRow extends MissingRow {
  readonly codeHash: Hash | null;
  readonly proxyPattern: ProxyPattern | null;
  /** JSON, like the next. */
  readonly steps: string | null;
  readonly writes: string | null;
  /** Text of a multirange. */
  readonly ranges: string | null;
}

@Injectable()
export class ContractProxyReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @param mostChanges most changes of its code, and of its pointers, that are read
   * @returns undefined where there are more changes
   * @throws {NotCovered} with the lowest gap that may hide the contract
   */
  async ofAddress(address: Address, firstBlock: number, mostChanges: number): Promise<ProxyRow | undefined> {
    const { rows } = await this.pool.query<OfAddressRow>({
      name: 'proxy of address',
      text: OF_ADDRESS,
      values: [fromHex(address), firstBlock, mostChanges + 1],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    if (row.codeHash === null && row.writes === null) throw NotCovered.record(row);
    const steps = jsonList<CloneStep>(row.steps);
    const writes = jsonList<SlotWrite>(row.writes);
    if (Math.max(steps.length, writes.length) > mostChanges) return undefined;
    // With many changes, other requests get a turn first.
    if (Math.max(steps.length, writes.length) > FEW) await setImmediate();
    const covered = new CoveredBlocks(parseMultirange(row.ranges ?? '{}'), row.headNumber);
    const implementations = implementationsOf(steps, writes, covered);
    return { headNumber: row.headNumber, proxyPattern: row.proxyPattern, implementations };
  }
}
