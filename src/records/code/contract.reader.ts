import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ProxyPattern } from '../../bytecode/fallback/proxy-pattern.js';
import type { ProxySlotName } from '../../bytecode/fallback/proxy-slots.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { destructions, isBefore } from './code-history.js';
import { FIRST_GAP, historyOf, LAST_CODE } from './last-code.js';
import { type CreationStep, type Lifecycle, lifecycleOf } from './lifecycle.js';
import { NO_CODE } from './no-code.js';

export type { Lifecycle };

/** An address with code, or that had some. */
export interface ContractRow {
  readonly headNumber: number;
  readonly codeHash: string;
  /** Bytes. */
  readonly codeSize: number;
  /** Block of that code. */
  readonly codeBlock: number;
  /** Whether it is an EIP-7702 delegation. */
  readonly isDelegation: boolean;
  /** `0x` and eight characters each. */
  readonly selectors: string;
  /** The target of an EIP-1167 clone. */
  readonly cloneTarget: string | null;
  readonly proxyPattern: ProxyPattern;
  /** Slots at which proxies keep pointers that are not zero. */
  readonly slotsHeld: ReadonlySet<ProxySlotName>;
  /** Absent for an account that only ever delegated. */
  readonly lifecycle?: Lifecycle;
}

const HISTORY = historyOf(
  `'creationType', step.creation_type, 'deployer', '0x' || encode(step.deployer, 'hex'),
   'txHash', '0x' || encode(tx.hash, 'hex'), 'origin', '0x' || encode(tx.from_address, 'hex')`,
  'LEFT JOIN transaction tx USING (block_number, tx_index)',
);

/** The code, its history, its slot values, the head, and only without code the first gap, from one snapshot. */
const BY_ADDRESS = `
SELECT head.number AS "headNumber", code.hash AS "codeHash", octet_length(code.code) AS "codeSize",
       code.block_number AS "codeBlock", code.is_delegation AS "isDelegation", delegation.cleared_in AS "clearedIn",
       code.selectors, code.clone_target AS "cloneTarget", code.proxy_pattern AS "proxyPattern",
       history.steps, pointers.held, gap."fromBlock", gap."toBlock"
FROM (SELECT max(number) AS number FROM block) head
${LAST_CODE}
${HISTORY}
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object('slot', slot, 'blockNumber', write.block_number, 'txIndex', write.tx_index)) AS held
  FROM unnest(ARRAY['eip1967_implementation', 'eip1967_beacon', 'oz_v1_implementation', 'eip1822_proxiable']) slot
  CROSS JOIN LATERAL (
    SELECT block_number, tx_index, after FROM slot_change
    WHERE code.hash IS NOT NULL AND address = $1 AND slot_change.slot = slot.slot
    ORDER BY block_number DESC, tx_index DESC
    LIMIT 1
  ) write
  WHERE write.after <> decode(repeat('00', 32), 'hex')
) pointers ON true
${FIRST_GAP}
WHERE head.number IS NOT NULL`;

interface ByAddressRow extends Omit<ContractRow, 'codeHash' | 'slotsHeld' | 'lifecycle'>, MissingRow {
  readonly codeHash: string | null;
  /** Block in which the delegation was cleared. */
  readonly clearedIn: number | null;
  /** JSON. */
  readonly steps: string | null;
  readonly held: string | null;
}

interface HeldSlot {
  readonly slot: ProxySlotName;
  readonly blockNumber: number;
  readonly txIndex: number;
}

@Injectable()
export class ContractReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @throws {NotCovered} with the lowest gap that may hide it
   */
  async byAddress(address: string, firstBlock: number): Promise<ContractRow> {
    const { rows } = await this.pool.query<ByAddressRow>({
      name: 'contract by address',
      text: BY_ADDRESS,
      values: [fromHex(address), firstBlock],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    if (row.codeHash === null) throw NotCovered.record(row);
    return contractRow(row, row.codeHash);
  }
}

function contractRow(row: ByAddressRow, codeHash: string): ContractRow {
  if (row.clearedIn !== null) return undelegated(row, row.clearedIn);
  const steps = row.steps === null ? [] : (JSON.parse(row.steps) as CreationStep[]);
  const lifecycle = lifecycleOf(steps);
  return { ...row, codeHash, slotsHeld: slotsHeld(row, steps), ...(lifecycle && { lifecycle }) };
}

/** An account without its delegation has no code that anything could be read from. */
function undelegated(row: ByAddressRow, codeBlock: number): ContractRow {
  return { ...row, ...NO_CODE, codeBlock, isDelegation: false, slotsHeld: new Set() };
}

/** Storage goes with the code, though no diff may list it. */
function slotsHeld({ held }: ByAddressRow, steps: readonly CreationStep[]): Set<ProxySlotName> {
  if (held === null) return new Set();
  const end = destructions(steps).at(-1);
  const slots = (JSON.parse(held) as HeldSlot[]).filter((write) => !end || isBefore(end, write));
  return new Set(slots.map(({ slot }) => slot));
}
