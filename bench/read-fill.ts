/**
 * The rows of the store for read measurements: a store of 40,000 busy blocks as projections would leave it, made by PostgreSQL itself.
 * Drawn addresses are as popular as on mainnet: the n-th address is in about 1/n of the rows, so that a few have hundreds of thousands.
 */
export const FIRST_BLOCK = 20_000_000;
export const BLOCKS = 40_000;
const TRANSACTIONS = 150;
const LOGS = 250;
const ADDRESSES = 2_000_000;
const CODES = 2_000;
/** Accounts with code, which are the most popular addresses and emit all logs. */
export const CONTRACTS = 100_000;
/** The first of them are proxies. */
export const PROXIES = 5_000;

/** The address of a rank, the most popular being 1. */
export const addressOf = (rank: string): string => `substring(sha256(int8send((${rank})::int8)) FOR 20)`;
const drawn = (up = ADDRESSES): string => addressOf(`floor(exp(random() * ln(${up})))`);
/** As it is stored. */
export const TRANSFER = `'\\x00'::bytea`;
const wei = (digits: number): string => `floor(random() * 1e${digits})::numeric`;

/** Statements for the blocks `$1` to `$2`. */
export const FILL_BLOCKS: Readonly<Record<string, string>> = {
  canonical_block: `
    INSERT INTO canonical_block SELECT b, sha256(int8send(b)), sha256(int8send(b - 1)), 1700000000 + (b - ${FIRST_BLOCK}) * 12, b
    FROM generate_series($1::int8, $2::int8) b`,
  block: `
    INSERT INTO block SELECT b, sha256(int8send(b)), sha256(int8send(b - 1)), 1700000000 + (b - ${FIRST_BLOCK}) * 12, ${drawn(1000)},
      sha256('s' || int8send(b)), sha256('t' || int8send(b)), sha256('r' || int8send(b)), 36000000, 18000000, ${wei(10)}, 1, 786432, 0, 0,
      'bench', 0, ${TRANSACTIONS}, 1, 3, 16, 300000000, ${wei(20)}, ${wei(18)}, ${LOGS}, ${TRANSACTIONS - 6}, 6, 400
    FROM generate_series($1::int8, $2::int8) b`,
  transaction: `
    INSERT INTO transaction SELECT b, i, sha256(int8send(b * 1000 + i)), 2, ${drawn()}, ${drawn()}, NULL, ${wei(19)}, i, 200000, 60000 + i,
      ${wei(10)}, NULL, ${wei(11)}, ${wei(9)}, NULL, NULL, 0, NULL,
      1, 2, CASE WHEN i % 3 = 0 THEN 0 ELSE 68 END,
      CASE WHEN i % 3 = 0 THEN '' ELSE '\\xa9059cbb20' || sha256(int8send(b)) || '\\x20' || sha256(int8send(b + i)) END
    FROM generate_series($1::int8, $2::int8) b, generate_series(0, ${TRANSACTIONS - 1}) i`,
  log: `
    INSERT INTO log SELECT b, i, i * ${TRANSACTIONS} / ${LOGS}, i % 2, ${drawn(CONTRACTS)},
      CASE WHEN i % 20 < 9 THEN ${TRANSFER} ELSE sha256(int4send(i % 20)) END, ${drawn()}, ${drawn()}, NULL, 32,
      '\\x08' || substring(sha256(int8send(b + i)) FOR 8)
    FROM generate_series($1::int8, $2::int8) b, generate_series(0, ${LOGS - 1}) i`,
  internal_transfer: `
    INSERT INTO internal_transfer (block_number, tx_index, ordinal, type, reverted, from_address, to_address, value, path)
    SELECT b, i, 1, 0, i % 25 = 24, ${drawn()}, ${drawn()}, ${wei(18)}, '\\x00000000'
    FROM generate_series($1::int8, $2::int8) b, generate_series(0, ${TRANSACTIONS - 1}) i WHERE i % 6 = 0`,
};

/** Statements for the store as a whole, after the blocks. */
export const FILL_REST: Readonly<Record<string, string>> = {
  coverage: `
    INSERT INTO coverage SELECT f, int8multirange(int8range(${FIRST_BLOCK}, ${FIRST_BLOCK + BLOCKS}))
    FROM unnest(ARRAY['blocks', 'frames', 'state_diff', 'ommers']) f`,
  code: `
    INSERT INTO code SELECT sha256(int4send(k)), '\\x6080604052'::bytea || (
        SELECT string_agg(sha256(int4send(k) || int4send(n)), '') FROM generate_series(1, 20 + k % 400) n
      ), sha256('f' || int4send(k / 2)), (
        SELECT string_agg(s, '' ORDER BY s)
        FROM (SELECT DISTINCT substring(sha256(int4send(n * (1 + k % 7))) FOR 4) AS s FROM generate_series(1, 12) n) chosen
      ), NULL, CASE WHEN k < 20 THEN 'eip1967' ELSE 'none' END
    FROM generate_series(1, ${CODES}) k`,
  code_change: `
    INSERT INTO code_change SELECT ${FIRST_BLOCK} + k::int8 * ${BLOCKS} / (${CONTRACTS} + 1), k % ${TRANSACTIONS}, ${addressOf('k')}, 'set',
      sha256(int4send(CASE WHEN k <= ${PROXIES} THEN 1 + k % 19 ELSE 20 + k % (${CODES} - 20) END)), 'CREATE', '\\x0000', ${drawn()}
    FROM generate_series(1, ${CONTRACTS}) k ORDER BY 1, 2`,
  slot_change: `
    INSERT INTO slot_change SELECT ${FIRST_BLOCK} + k * 2 + n * 10000, k % ${TRANSACTIONS}, ${addressOf('k')}, 'eip1967_implementation',
      CASE WHEN n = 0 THEN '' ELSE ${addressOf(`${PROXIES} + k + n - 1`)} END, ${addressOf(`${PROXIES} + k + n`)}
    FROM generate_series(1, ${PROXIES}) k, generate_series(0, 2) n`,
  token_activity: `
    INSERT INTO token_activity (block_number, token, erc20_transfers, erc721_transfers, erc1155_transfers, unindexed_transfers,
      erc777_events, erc4626_events, transfers, mints, burns, minted, burned)
    SELECT block_number, token, count(*), 0, 0, 0, 0, 0, count(*), 0, 0, 0, 0 FROM transfer GROUP BY 1, 2 ORDER BY 1, 2`,
  token_holder: `
    INSERT INTO token_holder SELECT token, holder, sum(amount), 0, count(*), 0, count(*) FILTER (WHERE sends), count(*) FILTER (WHERE NOT sends),
      max(block_number) FILTER (WHERE sends), max(block_number) FILTER (WHERE NOT sends)
    FROM (
      SELECT token, from_address AS holder, -value AS amount, block_number, true AS sends FROM transfer
      UNION ALL SELECT token, to_address, value, block_number, false FROM transfer
    ) side GROUP BY 1, 2 ORDER BY 1, 2`,
  // Buckets count holders, so holders come first.
  token_bucket: `
    INSERT INTO token_bucket SELECT token, bucket, sum(transfers), sum(senders), sum(receivers)
    FROM (
      SELECT token, block_number / 256 AS bucket, transfers, 0 AS senders, 0 AS receivers FROM token_activity
      UNION ALL SELECT token, last_sent / 256, 0, 1, 0 FROM token_holder WHERE last_sent IS NOT NULL
      UNION ALL SELECT token, last_received / 256, 0, 0, 1 FROM token_holder WHERE last_received IS NOT NULL
    ) part GROUP BY 1, 2 ORDER BY 1, 2`,
  token: `
    INSERT INTO token (address, erc20_transfers, erc721_transfers, erc1155_transfers, unindexed_transfers, erc777_events, erc4626_events,
      transfers, mints, burns, minted, burned, amount_holders, amount_holders_ever, amount_held)
    SELECT token, transfers, 0, 0, 0, 0, 0, transfers, 0, 0, 0, 0, holders, ever, held
    FROM (SELECT token, sum(transfers) AS transfers FROM token_activity GROUP BY 1) counted
    JOIN (SELECT token, count(*) FILTER (WHERE amount > 0) AS holders, count(*) AS ever, sum(greatest(amount, 0)) AS held
          FROM token_holder GROUP BY 1) summed USING (token)`,
};
