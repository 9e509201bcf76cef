import type { PoolClient } from 'pg';
import type { Projector } from '../../event-store/projector.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { TOKEN_COUNTS, tokenActivity } from './token-activity.js';
import {
  askDeclarations,
  clearDeclarations,
  type FirstEvent,
  learnDeclarations,
  unwindDeclarations,
} from './token-declaration.js';

const COUNTS = TOKEN_COUNTS.join(', ');
const COPY = `COPY token_activity (block_number, token, ${COUNTS}) FROM STDIN BINARY`;
const SUMS = TOKEN_COUNTS.map((count) => `sum(${count})::int8 AS ${count}`).join(', ');

/** One pass over the rows that came with the blocks: as many writes as there are tokens in them. */
const ADD = `
INSERT INTO token (address, ${COUNTS})
SELECT token, ${SUMS} FROM token_activity WHERE block_number = ANY($1) GROUP BY token ORDER BY token
ON CONFLICT (address) DO UPDATE SET ${TOKEN_COUNTS.map((count) => `${count} = token.${count} + excluded.${count}`).join(', ')}`;

const SUBTRACT = `
WITH undone AS (
  DELETE FROM token_activity WHERE block_number BETWEEN $1 AND $2 RETURNING *
), summed AS (
  SELECT token, ${SUMS} FROM undone GROUP BY token
)
UPDATE token SET ${TOKEN_COUNTS.map((count) => `${count} = token.${count} - summed.${count}`).join(', ')}
FROM summed WHERE address = summed.token
RETURNING address, ${TOKEN_COUNTS.map((count) => `token.${count}`).join(' + ')} AS events`;

/** What the events of every token say about its standard, per block and in all; and what it declares of itself. */
export const tokenProjector: Projector = {
  name: 'token',

  async handle(tx: PoolClient, blocks): Promise<void> {
    rows.clear();
    const firsts = new Map<string, FirstEvent>();
    for (const { block } of blocks) {
      for (const { token, counts } of tokenActivity(block)) {
        const key = token.toString('latin1');
        if (!firsts.has(key)) firsts.set(key, { token, blockNumber: block.header.number });
        rows.row().int8(block.header.number).bytea(token);
        for (const count of counts) rows.int8(count);
      }
    }
    await copyInto(tx, COPY, rows.finish());
    // Not prepared: a plan made while the table is small would read all of it for ever.
    await tx.query(ADD, [blocks.map(({ block }) => block.header.number)]);
    await askDeclarations(tx, [...firsts.values()]);
  },

  record: learnDeclarations,

  async unwind(tx: PoolClient, from, to): Promise<void> {
    const { rows: left } = await tx.query<{ address: Buffer; events: string }>(SUBTRACT, [from, to]);
    // A token without an event was never one.
    const gone = left.filter(({ events }) => Number(events) === 0).map(({ address }) => address);
    if (gone.length > 0) await tx.query('DELETE FROM token WHERE address = ANY($1)', [gone]);
    await unwindDeclarations(tx, from, to);
  },

  async clear(tx: PoolClient): Promise<void> {
    await tx.query('TRUNCATE token, token_activity');
    await clearDeclarations(tx);
  },
};

const rows = new BinaryCopy(2 + TOKEN_COUNTS.length);
