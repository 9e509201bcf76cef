import type { PoolClient } from 'pg';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { APPLY_STAGED, HOLDER_COUNTS } from './holder.table.js';
import { TOKEN_AMOUNTS, TOKEN_COUNTS, tokenActivity } from './token-activity.js';
import type { DeclaringBlock } from './token-declaration.js';

const SUMMED = [...TOKEN_COUNTS, ...TOKEN_AMOUNTS];
const COLUMNS = SUMMED.join(', ');
const COPY = `COPY token_activity (block_number, token, ${COLUMNS}) FROM STDIN BINARY`;
const SUMS = SUMMED.map((column) => `sum(${column}) AS ${column}`).join(', ');
const combined = (columns: readonly string[], sign: '+' | '-', other: string): string =>
  columns.map((column) => `${column} = token.${column} ${sign} ${other}.${column}`).join(', ');

/** One pass over the rows that came with the blocks, and over what became of holders: as many writes as there are tokens in them. */
const ADD = `
WITH ${APPLY_STAGED}, active AS (
  SELECT token, ${SUMS} FROM token_activity WHERE block_number = ANY($1) GROUP BY token
)
INSERT INTO token (address, ${COLUMNS}, ${HOLDER_COUNTS.join(', ')})
SELECT token, ${COLUMNS}, ${HOLDER_COUNTS.map((count) => `coalesce(${count}, 0)`).join(', ')}
FROM active LEFT JOIN counted USING (token) ORDER BY token
ON CONFLICT (address) DO UPDATE SET ${combined([...SUMMED, ...HOLDER_COUNTS], '+', 'excluded')}`;

/** Blocks of one bucket: how many are looked at one by one where a time begins or ends inside it. */
export const BUCKET_BLOCKS = 256;

const ADD_TO_BUCKETS = `
INSERT INTO token_bucket (token, bucket, transfers)
SELECT token, block_number / ${BUCKET_BLOCKS}, sum(transfers) FROM token_activity
WHERE block_number = ANY($1) AND transfers > 0 GROUP BY 1, 2 ORDER BY 1, 2
ON CONFLICT (token, bucket) DO UPDATE SET transfers = token_bucket.transfers + excluded.transfers`;

/** A token without an event was never one, and a bucket without a transfer is none. */
const SUBTRACT = `
WITH undone AS (
  DELETE FROM token_activity WHERE block_number BETWEEN $1 AND $2 RETURNING *
), emptied AS (
  SELECT token, block_number / ${BUCKET_BLOCKS} AS bucket, sum(transfers) AS transfers FROM undone GROUP BY 1, 2
), fewer AS (
  UPDATE token_bucket SET transfers = token_bucket.transfers - emptied.transfers
  FROM emptied WHERE (token_bucket.token, token_bucket.bucket) = (emptied.token, emptied.bucket)
), summed AS (
  SELECT token, ${SUMS} FROM undone GROUP BY token
)
UPDATE token SET ${combined(SUMMED, '-', 'summed')}
FROM summed WHERE address = summed.token
RETURNING address, ${TOKEN_COUNTS.map((count) => `token.${count}`).join(' + ')} AS events`;

/** Adds what tokens did in blocks. */
export class TokenActivityTable {
  readonly #rows = new BinaryCopy(2 + SUMMED.length);

  /**
   * Adds the events of blocks, and the staged changes of their holders, to their tokens. Blocks may come in any order.
   * @returns the block where each token is seen first, and again each lower block that comes after it
   */
  async add(tx: PoolClient, blocks: readonly VerifiedBlock[]): Promise<DeclaringBlock[]> {
    this.#rows.clear();
    const firsts: DeclaringBlock[] = [];
    const lowest = new Map<string, number>();
    for (const block of blocks) {
      const { number } = block.header;
      for (const { token, counts, amounts } of tokenActivity(block)) {
        const key = token.toString('latin1');
        // Several of one token where its blocks come downwards: as many as if each block came alone.
        if (number < (lowest.get(key) ?? Infinity)) {
          lowest.set(key, number);
          firsts.push({ token, blockNumber: number });
        }
        this.#rows.row().int8(number).bytea(token);
        for (const count of TOKEN_COUNTS) this.#rows.int8(counts[count]);
        for (const amount of TOKEN_AMOUNTS) this.#rows.numeric(amounts[amount]);
      }
    }
    await copyInto(tx, COPY, this.#rows.finish());
    // Not prepared: a plan made while the table is small would read all of it for ever.
    const numbers = blocks.map(({ header }) => header.number);
    await tx.query(ADD, [numbers]);
    await tx.query(ADD_TO_BUCKETS, [numbers]);
    return firsts;
  }
}

/** Takes the events of blocks away again. */
export async function undoActivity(tx: PoolClient, from: number, to: number): Promise<void> {
  const { rows: left } = await tx.query<{ address: Buffer; events: string }>(SUBTRACT, [from, to]);
  if (left.length === 0) return;
  const touched = left.map(({ address }) => address);
  await tx.query(
    `DELETE FROM token_bucket
     WHERE token = ANY($1) AND bucket BETWEEN $2::int8 / ${BUCKET_BLOCKS} AND $3::int8 / ${BUCKET_BLOCKS} AND transfers = 0`,
    [touched, from, to],
  );
  const gone = left.filter(({ events }) => Number(events) === 0).map(({ address }) => address);
  if (gone.length > 0) await tx.query('DELETE FROM token WHERE address = ANY($1)', [gone]);
}

export async function clearActivity(tx: PoolClient): Promise<void> {
  await tx.query('TRUNCATE token, token_activity, token_bucket');
}
