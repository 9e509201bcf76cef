import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { type OpenedDatabase, openNewDatabase } from '../../../test/fixture/opened-database.js';
import { TokenStatisticsReader } from './token-statistics.reader.js';

const TOKEN = Buffer.alloc(20, 7);
const OTHER = Buffer.alloc(20, 8);
const [FIRST_TRANSFER, LAST_TRANSFER, HEAD] = [1_003, 7_603, 7_899];
/** A day is 240 blocks, and the longest window has not begun by block 0. */
const SECONDS = 360;

let database: OpenedDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openNewDatabase();
  ({ pool } = database);
  await pool.query(
    `INSERT INTO block SELECT b, sha256(int8send(b)), '', b * ${SECONDS}, '', '', '', '', 0, 0, NULL, NULL, NULL, NULL, 0, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
     FROM generate_series(0, ${HEAD}) b`,
  );
  await pool.query(
    `INSERT INTO coverage SELECT family, int8multirange(int8range(0, ${HEAD + 1})) FROM unnest(ARRAY['blocks', 'state_diff']) family`,
  );
  await pool.query(
    `INSERT INTO log (block_number, log_index, tx_index, log_index_in_tx, address, topic0, topic1, topic2, data_size, packed_data)
     SELECT b, i, 0, i, $1, '\\x00', $1, $1, 32, '\\x0101' FROM generate_series(0, 999) b, generate_series(1, 20) i`,
    [OTHER],
  );
  await pool.query(
    `INSERT INTO code VALUES (sha256('t'), '\\x6080', sha256('f'), '\\x70a08231', NULL, 'none')`,
  );
  await pool.query(
    `INSERT INTO code_change (block_number, tx_index, address, kind, code_hash) VALUES (${FIRST_TRANSFER}, 0, $1, 'set', sha256('t'))`,
    [TOKEN],
  );
  // Before and after its transfers, the token has events that move nothing.
  await pool.query(
    `INSERT INTO token_activity (block_number, token, erc20_transfers, transfers)
     SELECT b, $1, n, n FROM generate_series(${FIRST_TRANSFER - 90}, ${LAST_TRANSFER + 90}, 3) b,
       LATERAL (SELECT CASE WHEN b BETWEEN ${FIRST_TRANSFER} AND ${LAST_TRANSFER} THEN 1 + b % 4 ELSE 0 END AS n) moved
     WHERE b % 300 <> 0 OR b < 1100`,
    [TOKEN],
  );
  await pool.query(
    `INSERT INTO token_holder (token, holder, amount, items, amount_moves, item_moves, sent, received, last_sent, last_received)
     SELECT $1, int4send(n), n % 2, 0, 1, 0, 1, 1, CASE WHEN n % 5 > 0 THEN ${FIRST_TRANSFER} + n * 7919 % 6600 END,
       CASE WHEN n % 7 > 0 THEN ${FIRST_TRANSFER} + n * 104729 % 6600 END
     FROM generate_series(1, 3000) n`,
    [TOKEN],
  );
  await pool.query(
    `INSERT INTO token_bucket SELECT $1, bucket, sum(transfers), sum(senders), sum(receivers) FROM (
       SELECT block_number / 256 AS bucket, transfers, 0 AS senders, 0 AS receivers FROM token_activity UNION ALL
       SELECT last_sent / 256, 0, 1, 0 FROM token_holder WHERE last_sent IS NOT NULL UNION ALL
       SELECT last_received / 256, 0, 0, 1 FROM token_holder WHERE last_received IS NOT NULL
     ) counted GROUP BY bucket`,
    [TOKEN],
  );
  await pool.query(
    `INSERT INTO token (address, erc20_transfers, erc721_transfers, erc1155_transfers, unindexed_transfers, erc777_events, erc4626_events,
                        transfers, mints, burns, minted, burned)
     SELECT $1, sum(transfers), 0, 0, 0, 0, 0, sum(transfers), 0, 0, 0, 0 FROM token_activity`,
    [TOKEN],
  );
  await pool.query('ANALYZE');
});
afterAll(() => database?.drop());

describe('the statistics of a token', () => {
  it('are exact for windows that begin anywhere in a bucket', async () => {
    const reader = new TokenStatisticsReader(pool);
    for (let head = HEAD; head > LAST_TRANSFER; head -= 20) {
      await pool.query('DELETE FROM block WHERE number > $1', [head]);
      const { windows, firstTransfer, lastTransfer } = await reader.ofToken(`0x${TOKEN.toString('hex')}`, 0);
      expect({ windows, firstTransfer, lastTransfer }).toEqual({
        windows: [
          await counted('24h', head - 239),
          await counted('7d', head - 1_679),
          await counted('30d', head - 7_199),
        ],
        ...{ firstTransfer: FIRST_TRANSFER, lastTransfer: LAST_TRANSFER },
      });
    }
  });

  it('do not read what other tokens moved before', async () => {
    const { rows } = await pool.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM whole_token('\\x${TOKEN.toString('hex')}', 0)`,
    );
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(60);
  });
});

async function counted(window: string, since: number) {
  const { rows } = await pool.query(
    `SELECT (SELECT coalesce(sum(transfers), 0) FROM token_activity WHERE block_number >= $1)::int4 AS "transferCount",
            (SELECT count(*) FROM token_holder WHERE last_sent >= $1)::int4 AS "senderCount",
            (SELECT count(*) FROM token_holder WHERE last_received >= $1)::int4 AS "receiverCount"`,
    [Math.max(since, 0)],
  );
  return { window, ...rows[0] };
}
