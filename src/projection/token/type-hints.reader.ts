import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ProxyPattern } from '../../bytecode/fallback/proxy-pattern.js';
import type { ProxySlotName } from '../../bytecode/fallback/proxy-slots.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { type TokenStandard, tokenStandard } from '../../domain/token/token-standard.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** Hints about the kind of an address from chain records, before anything is proven. */
export interface TypeHintRow {
  readonly code: 'contract' | 'delegation' | null;
  /** How the contract finds its delegation target; null where there is no contract. */
  readonly proxyPattern: ProxyPattern | null;
  /** Well-known slots of the contract that are not zero. */
  readonly slotsHeld: readonly ProxySlotName[];
  /** Null where there is no transfer event. */
  readonly tokenStandard: TokenStandard | null;
  /** Whether the address sent a transaction. */
  readonly hasSent: boolean;
}

/**
 * No row once the nature of the address is evaluated at the newest block. Otherwise its code, slot values,
 * token events, and whether it sent a transaction; selectors only where they decide the class of transfers
 * without indexed parameters.
 */
const HINTS = `
SELECT CASE WHEN code.is_delegation THEN 'delegation' WHEN code.hash IS NOT NULL THEN 'contract' END AS code,
       CASE WHEN NOT code.is_delegation THEN code.proxy_pattern END AS "proxyPattern", slots.held AS "slotsHeld",
       token.erc20_transfers AS erc20, token.erc721_transfers AS erc721, token.erc1155_transfers AS erc1155,
       token.unindexed_transfers AS unindexed, token.erc777_events AS erc777, token.erc4626_events AS erc4626,
       CASE WHEN token.unindexed_transfers > 0 THEN code.selectors END AS selectors,
       EXISTS (SELECT FROM blocks_of_sender($1, 1)) AS "hasSent"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN LATERAL (
  SELECT kind, code_hash FROM code_change WHERE address = $1 ORDER BY block_number DESC, tx_index DESC LIMIT 1
) newest ON true
LEFT JOIN LATERAL (
  SELECT code.hash, code.proxy_pattern, code.selectors, is_delegation(code.code) AS is_delegation
  FROM code WHERE code.hash = newest.code_hash AND newest.kind = 'set'
) code ON true
CROSS JOIN LATERAL (
  SELECT coalesce(json_agg(slot), '[]') AS held
  FROM unnest(ARRAY['eip1967_implementation', 'eip1967_beacon', 'oz_v1_implementation', 'eip1822_proxiable']) slot
  CROSS JOIN LATERAL (
    SELECT after FROM slot_change
    WHERE NOT code.is_delegation AND hashbyteaextended(address, 0) = hashbyteaextended($1, 0) AND address = $1 AND slot_change.slot = slot.slot
    ORDER BY block_number DESC, tx_index DESC
    LIMIT 1
  ) write
  WHERE write.after <> ''
) slots
LEFT JOIN token ON token.address = $1
WHERE head.number IS NOT NULL AND NOT is_nature_evaluated($1, head.number, $2)`;

interface HintsRow extends Omit<TypeHintRow, 'slotsHeld' | 'tokenStandard'> {
  /** JSON. */
  readonly slotsHeld: string;
  /** Null where there is no token event, like the other counts. */
  readonly erc20: number | null;
  readonly erc721: number;
  readonly erc1155: number;
  readonly unindexed: number;
  readonly erc777: number;
  readonly erc4626: number;
  /** `0x` and eight characters each. */
  readonly selectors: string | null;
}

const OWNER_OF = /^0x([0-9a-f]{8})*?6352211e/;

@Injectable()
export class TypeHintsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param firstBlock lowest block of the chain
   * @returns `undefined` once the nature of the address is evaluated at the newest block, and while no block is stored
   */
  async hintsFor(address: Address, firstBlock: number): Promise<TypeHintRow | undefined> {
    const { rows } = await this.pool.query<HintsRow>({
      name: 'type hints',
      text: HINTS,
      values: [fromHex(address), firstBlock],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) return undefined;
    const { code, proxyPattern, slotsHeld, hasSent } = row;
    return {
      code,
      proxyPattern,
      slotsHeld: JSON.parse(slotsHeld) as ProxySlotName[],
      tokenStandard: standardOf(row) ?? null,
      hasSent,
    };
  }
}

function standardOf({ erc20, selectors, ...counts }: HintsRow): TokenStandard | undefined {
  if (erc20 === null) return undefined;
  return tokenStandard({ erc20, ...counts }, selectors !== null && OWNER_OF.test(selectors));
}
