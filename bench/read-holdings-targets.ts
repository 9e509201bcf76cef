import type { Pool } from 'pg';
import { fromHex } from '../src/domain/chain/codec/hex.js';
import { holderSlots } from '../src/projection/balance/holder-slots.js';
import { foldCounterparties } from '../test/fixture/fold-counterparties.js';
import { fillHeaders } from './fill-headers.js';
import { FIRST_BLOCK } from './read-fill.js';
import { HOLDINGS_BLOCKS, TOKENS, tokenOf } from './read-holdings-fill.js';
import { addressesOf, CHAIN, type MeasuredMethod, page, point, spread } from './read-targets.js';

/** Addresses with some hundred to some thousand transfers, as most queried ones have. */
const TYPICAL = { first: 1_000, last: 100_000 };
/** The rank of an address with a hundred thousand counterparties. */
const HEAVY_RANK = 6;
/** Tokens that a typical address holds: those of the first ranks. */
const HELD = 20;
/** In the middle of a bucket of counterparties. */
const PAST_BLOCK = FIRST_BLOCK + Math.floor(HOLDINGS_BLOCKS * 0.6);

/** Methods of holdings and dealings, of addresses and tokens of every rank of popularity. */
export async function holdingMethods(pool: Pool): Promise<MeasuredMethod[]> {
  const tokens = await tokensOf(
    pool,
    spread((share) => Math.floor(TOKENS ** share)),
  );
  // The service would ask a node for balances of others, whose slots are not stored.
  const held = await tokensOf(
    pool,
    Array.from({ length: HELD }, (_, place) => place + 1),
  );
  const typical = await typicalAddresses(pool);
  const [heavy] = await addressesOf(pool, [HEAVY_RANK]);
  const of = (kind: string, names: readonly string[], rest = ''): string[] =>
    names.map((name) => `${CHAIN}/${kind}/${name}${rest}`);
  const at = `?block=${PAST_BLOCK}`;
  return [
    point('token', of('tokens', tokens)),
    point('token statistics', of('tokens', tokens, '/statistics')),
    page('token holders', of('tokens', tokens, '/holders?limit=50')),
    page('transfers of a token', of('tokens', tokens, '/transfers?limit=50')),
    point(
      'token balance',
      typical.map((address, place) => `${CHAIN}/addresses/${address}/balances/${held[place % HELD]}`),
    ),
    point('portfolio', of('addresses', typical, '/portfolio')),
    point('portfolio at a block', of('addresses', typical, `/portfolio${at}`)),
    point('portfolio of a heavy address', of('addresses', [heavy!], '/portfolio')),
    point('counterparties', of('addresses', typical, '/counterparties')),
    point('counterparties at a block', of('addresses', typical, `/counterparties${at}`)),
    point('counterparties of a heavy address', of('addresses', [heavy!], '/counterparties')),
    point('counterparties of a heavy address at a block', of('addresses', [heavy!], `/counterparties${at}`)),
  ];
}

/** What statements alone cannot make: headers, folded counterparties, and the slots of those who are asked about. */
export async function finishHoldings(pool: Pool): Promise<void> {
  const last = FIRST_BLOCK + HOLDINGS_BLOCKS - 1;
  await fillHeaders(pool, FIRST_BLOCK, last);
  await foldCounterparties(pool, FIRST_BLOCK, last);
  for (const address of await typicalAddresses(pool)) await hold(pool, address, HELD);
  const [heavy] = await addressesOf(pool, [HEAVY_RANK]);
  await hold(pool, heavy!, TOKENS);
}

/** Lets an address hold ether and so many tokens. */
async function hold(pool: Pool, address: string, tokens: number): Promise<void> {
  const holder = fromHex(address);
  const { slots } = holderSlots(holder);
  await pool.query(
    `INSERT INTO storage_change SELECT ${FIRST_BLOCK + 1}, ${tokenOf('k')}, $1, NULL, '\\x0de0b6b3a7640000' FROM generate_series(1, $2::int4) k`,
    [slots[0], tokens],
  );
  await pool.query(
    `INSERT INTO account_state (block_number, address, wei) VALUES (${FIRST_BLOCK + 1}, $1, 1000000000000000000)`,
    [holder],
  );
}

const typicalAddresses = (pool: Pool): Promise<string[]> =>
  addressesOf(
    pool,
    spread((share) => Math.floor(TYPICAL.first * (TYPICAL.last / TYPICAL.first) ** share)),
  );

async function tokensOf(pool: Pool, ranks: readonly number[]): Promise<string[]> {
  const { rows } = await pool.query<{ token: string }>(
    `SELECT '0x' || encode(${tokenOf('rank')}, 'hex') AS token FROM unnest($1::int8[]) rank`,
    [ranks],
  );
  return rows.map(({ token }) => token);
}
