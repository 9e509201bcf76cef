import type { PoolClient } from 'pg';
import type { BlockRange } from '../../domain/interval/block-range.js';

const COLUMNS = 'first_block AS "fromBlock", last_block AS "toBlock"';

/** The consecutive blocks in which runs are kept up to date. */
export class TrackedSpanTable {
  /** The span that holds a block, if any. */
  async around(tx: PoolClient, block: number): Promise<BlockRange | undefined> {
    const { rows } = await tx.query<BlockRange>({
      name: 'span around',
      text: `SELECT ${COLUMNS} FROM tracked_span WHERE first_block <= $1 ORDER BY first_block DESC LIMIT 1`,
      values: [block],
    });
    const span = rows[0] && inNumbers(rows[0]);
    return span && block <= span.toBlock ? span : undefined;
  }

  async all(tx: PoolClient): Promise<BlockRange[]> {
    const { rows } = await tx.query<BlockRange>(`SELECT ${COLUMNS} FROM tracked_span ORDER BY first_block`);
    return rows.map(inNumbers);
  }

  /** Replaces the spans that one contains by that one. */
  async put(tx: PoolClient, { fromBlock, toBlock }: BlockRange): Promise<void> {
    await tx.query({
      name: 'put span',
      text: `WITH within AS (DELETE FROM tracked_span WHERE first_block > $1 AND last_block <= $2)
             INSERT INTO tracked_span VALUES ($1, $2)
             ON CONFLICT (first_block) DO UPDATE SET last_block = excluded.last_block`,
      values: [fromBlock, toBlock],
    });
  }

  /** Takes blocks out of the spans. A span that goes on at both sides becomes two. */
  async cut(tx: PoolClient, from: number, to: number): Promise<void> {
    const cut = (await this.all(tx)).filter(({ fromBlock, toBlock }) => fromBlock <= to && toBlock >= from);
    for (const { fromBlock, toBlock } of cut) {
      await tx.query('DELETE FROM tracked_span WHERE first_block = $1', [fromBlock]);
      if (fromBlock < from) await this.put(tx, { fromBlock, toBlock: from - 1 });
      if (toBlock > to) await this.put(tx, { fromBlock: to + 1, toBlock });
    }
  }

  async clear(tx: PoolClient): Promise<void> {
    await tx.query('TRUNCATE tracked_span');
  }
}

/** Not every connection reads int8 as a number. */
function inNumbers({ fromBlock, toBlock }: BlockRange): BlockRange {
  return { fromBlock: Number(fromBlock), toBlock: Number(toBlock) };
}
