import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** Every fold runs in the transaction of its events; only a set of definitions comes to be served without one. */
const VERSION = `
SELECT (SELECT max(position) FROM chain_event) AS chain, (SELECT max(position) FROM fact_event) AS fact,
       (SELECT id FROM definition_set WHERE current) AS set`;

/** Whether the store is unchanged. */
@Injectable()
export class StoreVersionReader {
  constructor(private readonly pool: Pool) {}

  /** The same text as before as long as nothing was stored that answers are made from. */
  async now(): Promise<string> {
    const { rows } = await this.pool.query<{ chain: string; fact: string; set: number }>({
      name: 'store version',
      text: VERSION,
    });
    const { chain, fact, set } = rows[0]!;
    return `${chain}/${fact}/${set}`;
  }
}
