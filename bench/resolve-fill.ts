import type { Pool } from 'pg';
import { storeNameDefinitions } from '../test/resolve/store-names.js';

export const TOKENS = Number(process.env.BENCH_TOKENS ?? 1_000_000);
/** How many listed names and ENS names there are. */
const NAMES = TOKENS / 10;

/** The first words are the most frequent, as `coin` and `inu` are in real names. */
const WORDS =
  'coin token inu finance swap dao pepe doge moon gold ai elon baby meta shiba protocol network chain cash usd wrapped vault pool staked dollar bit eth floki world game art punk ape cat frog king rich sun star blue red green black rock fire water snow wolf lion tiger bear bull alpha beta gamma delta nova luna terra zen'.split(
    ' ',
  );

const WORD = `words.list[1 + floor(${WORDS.length} * random() ^ 2.5)::int]`;

/** Names of two words, often with a number; symbols of some letters of them, a third of them those of many others. */
const FILL_TOKENS = `
INSERT INTO token_metadata (token, symbol, name, decimals, block_number)
SELECT decode(md5('token ' || i) || substr(md5('rest ' || i), 1, 8), 'hex'), convert_to(symbol, 'UTF8'), convert_to(name, 'UTF8'), 18, 100
FROM (
  SELECT i, initcap(one) || ' ' || initcap(two) || CASE WHEN i % 3 = 0 THEN ' ' || i % 10007 ELSE '' END AS name,
         upper(CASE i % 3 WHEN 0 THEN left(one, 4) WHEN 1 THEN left(one, 2) || left(two, 3) ELSE left(one, 3) || to_hex(i) END) AS symbol
  FROM (SELECT i, ${WORD} AS one, ${WORD} AS two FROM generate_series(1, $2::int) i, (SELECT $1::text[] AS list) words OFFSET 0) said
) token`;

const FILL_NAMES = `
INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, interval_start, value, reference_block, proof_hash, proof,
  position, evaluated_at)
SELECT definition_set.id, decode(md5('name ' || i) || substr(md5('rest ' || i), 1, 8), 'hex'), number, '', 100, 100,
       CASE WHEN i % 3 = 0 THEN initcap(one) || ': ' || initcap(two) || ' ' || i ELSE one || two || i || '.eth' END,
       100, sha256(i::text::bytea), '{}', i, 0
FROM (SELECT i, ${WORD} AS one, ${WORD} AS two FROM generate_series(1, $2::int) i, (SELECT $1::text[] AS list) words OFFSET 0) said
JOIN definition_number ON definition_number.id = CASE WHEN i % 3 = 0 THEN 'identity:listed_name' ELSE 'identity:ens_primary_name' END
CROSS JOIN definition_set`;

/** What tokens declare and what is proven of names, as the other projections would have it. */
export async function fillNames(pool: Pool): Promise<void> {
  await storeNameDefinitions(pool);
  await pool.query('SELECT setseed(0.5)');
  await pool.query(FILL_TOKENS, [WORDS, TOKENS]);
  await pool.query(FILL_NAMES, [WORDS, NAMES]);
  await pool.query('ANALYZE');
}
