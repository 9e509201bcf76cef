import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

const EVALUATED = `
SELECT asked.address
FROM unnest($1::bytea[]) AS asked (address)
CROSS JOIN (SELECT max(number) AS number FROM block) head
WHERE is_nature_evaluated(asked.address, head.number, $2)`;

/** Reads which addresses have an evaluated nature, with any result. */
@Injectable()
export class EvaluatedNaturesReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param firstBlock lowest block of the chain
   * @returns the addresses whose nature is evaluated at the newest block
   */
  async among(addresses: readonly Address[], firstBlock: number): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ address: Address }>({
      name: 'evaluated natures',
      text: EVALUATED,
      values: [addresses.map(fromHex), firstBlock],
      types: JSON_READY,
    });
    return new Set(rows.map(({ address }) => address));
  }
}
