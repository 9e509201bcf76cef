import type { Pool } from 'pg';
import { addressOf, BLOCKS, FIRST_BLOCK } from './read-fill.js';

/** A method of the API under measurement. */
export interface MeasuredMethod {
  readonly name: string;
  /** What one request answers with, which is what its limit goes by. */
  readonly gives: 'page' | 'point';
  readonly targets: readonly string[];
}

const CHAIN = '/api/v1/chains/1';
const TARGETS = 200;

/** Targets spread over the whole store, addresses of every rank of popularity among them. */
export async function measuredMethods(pool: Pool): Promise<MeasuredMethod[]> {
  const numbers = Array.from(
    { length: TARGETS },
    (_, n) => FIRST_BLOCK + Math.floor(((n + 0.5) / TARGETS) * BLOCKS),
  );
  const { rows } = await pool.query<{ hash: string }>(
    `SELECT '0x' || encode(hash, 'hex') AS hash FROM transaction WHERE block_number = ANY($1) AND tx_index = block_number % 150`,
    [numbers],
  );
  const hashes = rows.map(({ hash }) => hash);
  return [
    point(
      'block',
      numbers.map((number) => `/blocks/${number}`),
    ),
    point('newest block', ['/blocks/latest']),
    point(
      'transaction',
      hashes.map((hash) => `/transactions/${hash}`),
    ),
    point('coverage', ['/coverage']),
    page(
      'block transactions',
      numbers.map((number) => `/blocks/${number}/transactions?limit=50`),
    ),
  ];
}

const named =
  (gives: MeasuredMethod['gives']) =>
  (name: string, targets: readonly string[]): MeasuredMethod => ({
    name,
    gives,
    targets: targets.map((target) => CHAIN + target),
  });
const point = named('point');
const page = named('page');

/** The addresses of these ranks of popularity. */
export async function addressesOf(pool: Pool, ranks: readonly number[]): Promise<string[]> {
  const { rows } = await pool.query<{ address: string }>(
    `SELECT '0x' || encode(${addressOf('rank')}, 'hex') AS address FROM unnest($1::int8[]) rank`,
    [ranks],
  );
  return rows.map(({ address }) => address);
}
