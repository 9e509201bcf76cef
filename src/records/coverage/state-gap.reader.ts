import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

const LAST_GAP = `
SELECT lower(missing) AS "fromBlock", upper(missing) - 1 AS "toBlock"
FROM coverage state, coverage ommers, unnest(int8multirange(int8range($2::int8, $1::int8 + 1)) - state.ranges * ommers.ranges) missing
WHERE state.family = 'state_diff' AND ommers.family = 'ommers'
ORDER BY 1 DESC LIMIT 1`;

@Injectable()
export class StateGapReader {
  constructor(private readonly pool: Pool) {}

  /**
   * The newest range of blocks, from `firstBlock` to `block`, whose state diffs or ommers are missing: ether
   * may have moved there without a record. Undefined where none is missing.
   * @param database a transaction, for consistent reads
   */
  async lastUpTo(
    block: number,
    firstBlock: number,
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<BlockRange | undefined> {
    const { rows } = await database.query<BlockRange>({
      name: 'last gap of state',
      text: LAST_GAP,
      values: [block, firstBlock],
      types: JSON_READY,
    });
    return rows[0];
  }
}
