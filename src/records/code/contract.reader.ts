import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ProxyPattern } from '../../bytecode/fallback/proxy-pattern.js';
import type { ProxySlotName } from '../../bytecode/fallback/proxy-slots.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import { isBefore, type TxPosition } from '../../domain/chain/record/tx-position.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { jsonList } from '../../platform/postgres/json-list.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { destructions } from './code-history.js';
import { type CreationStep, type Lifecycle, lifecycleOf } from './lifecycle.js';
import { NO_CODE } from './no-code.js';

export type { Lifecycle };

/** An address that has or had code. */
export interface ContractRow {
  /** Last block for which this is known: state diffs may be missing above it. */
  readonly knownThrough: number;
  readonly codeHash: Hash;
  /** Bytes. */
  readonly codeSize: number;
  /** Block in which the code was set. */
  readonly codeBlock: number;
  /** Whether the code is an EIP-7702 delegation. */
  readonly isDelegation: boolean;
  /** `0x` and eight characters each. */
  readonly selectors: Hex;
  /** The target of an EIP-1167 clone. */
  readonly cloneTarget: Address | null;
  readonly proxyPattern: ProxyPattern;
  /** Proxy slots that hold a pointer other than zero. */
  readonly slotsHeld: ReadonlySet<ProxySlotName>;
  /** Absent for an account that only ever delegated. */
  readonly lifecycle?: Lifecycle | undefined;
}

/**
 * The code, its history, its slot values, the head, and the first gap that may hide missing code, from one
 * snapshot. The history has only the first and the last deployment, the end of the latter, and the last end:
 * a contract may be created and destroyed in every transaction.
 */
const BY_ADDRESS = `
SELECT head.number AS "headNumber", known.block AS "knownThrough", code.hash AS "codeHash",
       octet_length(code.code) AS "codeSize", code.block_number AS "codeBlock", code.is_delegation AS "isDelegation", code.cleared_in AS "clearedIn",
       code.selectors, code.clone_target AS "cloneTarget", code.proxy_pattern AS "proxyPattern",
       history.steps, counted.deployments, pointers.held, gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN LATERAL last_code($1) code ON true
LEFT JOIN LATERAL code_known_through($1, head.number) known ON true
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object(
    'blockNumber', step.block_number, 'txIndex', step.tx_index, 'kind', step.kind,
    'codeHash', '0x' || encode(step.code_hash, 'hex'), 'creationType', step.creation_type, 'deployer', '0x' || encode(step.deployer, 'hex'),
    'txHash', '0x' || encode(tx.hash, 'hex'), 'origin', '0x' || encode(tx.from_address, 'hex')
  ) ORDER BY step.block_number, step.tx_index) AS steps
  FROM (
    (SELECT * FROM code_history($1) WHERE kind <> 'cleared' ORDER BY block_number, tx_index LIMIT 1)
    UNION (SELECT * FROM code_history($1) WHERE kind <> 'cleared' ORDER BY block_number DESC, tx_index DESC LIMIT 1)
    UNION (SELECT * FROM code_history($1) WHERE kind <> 'set' ORDER BY block_number DESC, tx_index DESC LIMIT 1)
    UNION
    SELECT ended.* FROM (
      SELECT block_number, tx_index FROM code_history($1) WHERE kind <> 'cleared' ORDER BY block_number DESC, tx_index DESC LIMIT 1
    ) last CROSS JOIN LATERAL (
      SELECT * FROM code_history($1) later
      WHERE kind = 'cleared' AND (later.block_number, later.tx_index) > (last.block_number, last.tx_index)
      ORDER BY block_number, tx_index LIMIT 1
    ) ended
  ) step LEFT JOIN LATERAL transaction_at(step.block_number, step.tx_index) tx ON true
  WHERE code.is_delegation IS NOT TRUE
) history ON true
LEFT JOIN LATERAL (
  SELECT count(*)::int4 AS deployments FROM code_history($1) WHERE kind <> 'cleared' AND code.is_delegation IS NOT TRUE
) counted ON true
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object('slot', slot, 'blockNumber', write.block_number, 'txIndex', write.tx_index)) AS held
  FROM unnest(ARRAY['eip1967_implementation', 'eip1967_beacon', 'oz_v1_implementation', 'eip1822_proxiable']) slot
  CROSS JOIN LATERAL (
    SELECT block_number, tx_index, after FROM slot_change
    WHERE code.hash IS NOT NULL AND hashbyteaextended(address, 0) = hashbyteaextended($1, 0) AND address = $1 AND slot_change.slot = slot.slot
      AND block_number <= known.block
    ORDER BY block_number DESC, tx_index DESC
    LIMIT 1
  ) write
  WHERE write.after <> ''
) pointers ON true
LEFT JOIN LATERAL first_gap(CASE WHEN code.hash IS NULL THEN ARRAY['blocks', 'state_diff'] END, $2, head.number) gap ON true
WHERE head.number IS NOT NULL`;

interface ByAddressRow extends Omit<ContractRow, 'codeHash' | 'slotsHeld' | 'lifecycle'>, MissingRow {
  readonly codeHash: Hash | null;
  /** Block in which the delegation was cleared. */
  readonly clearedIn: number | null;
  /** JSON. */
  readonly steps: string | null;
  readonly deployments: number;
  readonly held: string | null;
}

interface HeldSlot extends TxPosition {
  readonly slot: ProxySlotName;
}

@Injectable()
export class ContractReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @throws {NotCovered} with the lowest gap that may hide it
   */
  async byAddress(address: Address, firstBlock: number): Promise<ContractRow> {
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

function contractRow(row: ByAddressRow, codeHash: Hash): ContractRow {
  if (row.clearedIn !== null) return undelegated(row, row.clearedIn);
  const steps = jsonList<CreationStep>(row.steps);
  return {
    knownThrough: row.knownThrough,
    codeHash,
    codeSize: row.codeSize,
    codeBlock: row.codeBlock,
    isDelegation: row.isDelegation,
    selectors: row.selectors,
    cloneTarget: row.cloneTarget,
    proxyPattern: row.proxyPattern,
    slotsHeld: slotsHeld(row, steps),
    lifecycle: lifecycleOf(steps, row.deployments),
  };
}

/** An account whose delegation was cleared has no code to read anything from. */
function undelegated(row: ByAddressRow, codeBlock: number): ContractRow {
  return { ...row, ...NO_CODE, codeBlock, isDelegation: false, slotsHeld: new Set() };
}

/** Slots that hold a pointer. A destruction clears the slots, even where no state diff lists them. */
function slotsHeld({ held }: ByAddressRow, steps: readonly CreationStep[]): Set<ProxySlotName> {
  if (held === null) return new Set();
  const end = destructions(steps).at(-1);
  const slots = (JSON.parse(held) as HeldSlot[]).filter((write) => !end || isBefore(end, write));
  return new Set(slots.map(({ slot }) => slot));
}
