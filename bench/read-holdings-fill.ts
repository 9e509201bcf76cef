import { addressOf, FILL_BLOCKS, FILL_REST, FIRST_BLOCK, TRANSFER } from './read-fill.js';

/**
 * The rows of the store that holdings and dealings are measured on: 5.2 million token transfers, and what projections make of them. What is
 * drawn is popular as in the other store: one address has a hundred thousand counterparties, and there are some with more.
 */
export const HOLDINGS_BLOCKS = 20_480;
const TRANSACTIONS = 50;
const PAYMENTS = 25;
const TRANSFERS = 256;
const ADDRESSES = 2_000_000;
export const TOKENS = 2_000;
/** Tokens are the addresses before the first of the others. */
export const tokenOf = (rank: string): string => addressOf(`-(${rank})`);

/** Answers any call with the balance of the address that is its first argument. */
const BALANCE_OF = '600435600052600060205260406000205460005260206000f3';

const drawn = (up: number): string => `floor(exp(random() * ln(${up})))`;
const somebody = (): string => addressOf(drawn(ADDRESSES));
const LAST_BLOCK = FIRST_BLOCK + HOLDINGS_BLOCKS - 1;

/** Statements for the blocks `$1` to `$2`. */
export const FILL_HOLDINGS_BLOCKS: Readonly<Record<string, string>> = {
  canonical_block: FILL_BLOCKS.canonical_block!,
  block: FILL_BLOCKS.block!,
  transaction: `
    INSERT INTO transaction SELECT b, i, sha256(int8send(b * 1000 + i)), 2, ${somebody()}, ${somebody()}, NULL, 1, i, 200000, 60000 + i,
      1, NULL, 1, 1, NULL, NULL, 0, NULL, CASE WHEN i % 25 = 24 THEN 0 ELSE 1 END, 2, 0, ''
    FROM generate_series($1::int8, $2::int8) b, generate_series(0, ${TRANSACTIONS - 1}) i`,
  log: `
    INSERT INTO log (block_number, log_index, tx_index, log_index_in_tx, address, topic0, topic1, topic2, data_size, packed_data)
    SELECT b, i, i * ${TRANSACTIONS} / ${TRANSFERS}, i, ${tokenOf(drawn(TOKENS))}, ${TRANSFER}, ${somebody()}, ${somebody()}, 32,
      '\\x08' || substring(sha256(int8send(b * 1000 + i)) FOR 8)
    FROM generate_series($1::int8, $2::int8) b, generate_series(0, ${TRANSFERS - 1}) i`,
  internal_transfer: `
    INSERT INTO internal_transfer (block_number, tx_index, ordinal, type, reverted, from_address, to_address, value, path)
    SELECT b, i, 1, 0, false, ${somebody()}, ${somebody()}, floor(random() * 1e18), '\\x00000000'
    FROM generate_series($1::int8, $2::int8) b, generate_series(0, ${PAYMENTS - 1}) i`,
};

/** Statements for the store as a whole, after the blocks. */
export const FILL_HOLDINGS_REST: Readonly<Record<string, string>> = {
  coverage: `
    INSERT INTO coverage SELECT f, int8multirange(int8range(${FIRST_BLOCK}, ${LAST_BLOCK + 1}))
    FROM unnest(ARRAY['blocks', 'frames', 'state_diff', 'ommers']) f`,
  // State counts as known only where its readers are at the same place.
  checkpoint: `
    INSERT INTO checkpoint (reader, position, epoch)
    SELECT reader, 1, 0 FROM unnest(ARRAY['contract', 'coverage', 'native_balance', 'storage']) reader`,
  code: `
    INSERT INTO code VALUES (sha256('token'), '\\x${BALANCE_OF}', sha256('fingerprint'), '\\x70a08231a9059cbb', NULL, 'none')`,
  code_change: `
    INSERT INTO code_change SELECT ${FIRST_BLOCK}, k % ${TRANSACTIONS}, ${tokenOf('k')}, 'set', sha256('token'), 'CREATE', '\\x0000', ${somebody()}
    FROM generate_series(1, ${TOKENS}) k`,
  // So slots that nobody wrote since are known to be empty.
  storage_clearing: `
    INSERT INTO storage_clearing SELECT ${FIRST_BLOCK}, ${tokenOf('k')} FROM generate_series(1, ${TOKENS}) k`,
  // Sums of transfers.
  ...Object.fromEntries(Object.entries(FILL_REST).filter(([table]) => table.startsWith('token'))),
  token_metadata: `
    INSERT INTO token_metadata SELECT ${tokenOf('k')}, convert_to('T' || k, 'UTF8'), convert_to('Token ' || k, 'UTF8'), k % 19, ${FIRST_BLOCK}
    FROM generate_series(1, ${TOKENS}) k`,
  balance_layout: `
    INSERT INTO balance_layout SELECT ${tokenOf('k')}, 0, ${FIRST_BLOCK + 1}, NULL FROM generate_series(1, ${TOKENS}) k`,
  // Prices of every hour.
  price_import: `
    INSERT INTO price_import SELECT asset, 1700000000 / 3600 * 3600 + hour * 3600, 1 + random() * 1000, 'bench'
    FROM (SELECT 'ETH' AS asset UNION ALL SELECT '0x' || encode(${tokenOf('k')}, 'hex') FROM generate_series(1, ${TOKENS}) k) priced,
      generate_series(0, ${HOLDINGS_BLOCKS} * 12 / 3600) hour`,
  // Slots of other holders, beside those of the queried ones.
  storage_change: `
    INSERT INTO storage_change SELECT DISTINCT block_number, token, sha256(to_address), NULL::bytea, '\\x0de0b6b3a7640000'::bytea
    FROM transfer WHERE log_index % 4 = 0`,
};
