import type { Pool } from 'pg';
import { addressOf, BLOCKS, CONTRACTS, FIRST_BLOCK, PROXIES } from './read-fill.js';

/** A method of the API under measurement. */
export interface MeasuredMethod {
  readonly name: string;
  /** What one request answers with, which is what its limit goes by. */
  readonly gives: 'page' | 'point';
  readonly targets: readonly string[];
}

const TARGETS = 200;

export const CHAIN = '/api/v1/chains/1';

/** Targets spread over the whole store, addresses of every rank of popularity among them. */
export async function measuredMethods(pool: Pool): Promise<MeasuredMethod[]> {
  const numbers = spread((share) => FIRST_BLOCK + Math.floor(share * BLOCKS));
  const hashes = await hashesAt(pool, numbers, 'block_number % 150');
  const failing = await hashesAt(pool, numbers, 'block_number % 6 * 25 + 24');
  const addresses = await addressesOf(
    pool,
    spread((share) => Math.floor(CONTRACTS ** share)),
  );
  const proxies = await addressesOf(
    pool,
    spread((share) => Math.floor(PROXIES ** share)),
  );
  const of = (kind: string, names: readonly (number | string)[], rest = ''): string[] =>
    names.map((name) => `${CHAIN}/${kind}/${name}${rest}`);
  return [
    point('block', of('blocks', numbers)),
    point('newest block', of('blocks', ['latest'])),
    point('transaction', of('transactions', hashes)),
    point('failed frames', of('transactions', failing, '/failed-frames')),
    point('address', of('addresses', addresses)),
    point('contract', of('contracts', addresses)),
    point('bytecode', of('contracts', addresses, '/bytecode')),
    point('selectors', of('contracts', addresses, '/selectors')),
    point('proxy', of('contracts', proxies, '/proxy')),
    point('coverage', [`${CHAIN}/coverage`]),
    page('block transactions', of('blocks', numbers, '/transactions?limit=50')),
    page('contract events', of('contracts', addresses, '/events?limit=50')),
    page('transactions of an address', of('addresses', addresses, '/transactions?limit=50')),
    page('internal transfers of an address', of('addresses', addresses, '/internal-transfers?limit=50')),
    page('token transfers of an address', of('addresses', addresses, '/token-transfers?limit=50')),
  ];
}

/** Every second target of a page replaced by the page after it, where there is one. */
export async function withNextPages(
  origin: string,
  { targets, ...method }: MeasuredMethod,
): Promise<MeasuredMethod> {
  if (method.gives === 'point') return { ...method, targets };
  const next = async (target: string, place: number): Promise<string> => {
    if (place % 2 === 0) return target;
    const answer = (await (await fetch(origin + target)).json()) as { data?: { nextCursor?: string } };
    const cursor = answer.data?.nextCursor;
    return cursor === undefined ? target : `${target}&cursor=${encodeURIComponent(cursor)}`;
  };
  return { ...method, targets: await Promise.all(targets.map(next)) };
}

export const spread = (place: (share: number) => number): number[] =>
  Array.from({ length: TARGETS }, (_, n) => place((n + 0.5) / TARGETS));

async function hashesAt(pool: Pool, numbers: readonly number[], index: string): Promise<string[]> {
  const { rows } = await pool.query<{ hash: string }>(
    `SELECT '0x' || encode(hash, 'hex') AS hash FROM transaction WHERE block_number = ANY($1) AND tx_index = ${index}`,
    [numbers],
  );
  return rows.map(({ hash }) => hash);
}

export const point = (name: string, targets: readonly string[]): MeasuredMethod => ({
  name,
  gives: 'point',
  targets,
});
export const page = (name: string, targets: readonly string[]): MeasuredMethod => ({
  name,
  gives: 'page',
  targets,
});

/** The addresses of these ranks of popularity. */
export async function addressesOf(pool: Pool, ranks: readonly number[]): Promise<string[]> {
  const { rows } = await pool.query<{ address: string }>(
    `SELECT '0x' || encode(${addressOf('rank')}, 'hex') AS address FROM unnest($1::int8[]) rank`,
    [ranks],
  );
  return rows.map(({ address }) => address);
}
