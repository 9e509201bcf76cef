import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { allProjectors } from '../../src/cli/projectors.js';
import { HoldingsReader } from '../../src/projection/balance/holdings.reader.js';
import { TokenBalanceReader } from '../../src/projection/balance/token-balance.reader.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { NodeBalances } from '../fixture/node-balances.js';
import { Prng } from '../simulation/prng.js';

const PAST_BLOCKS = 50;
/** More than anybody holds. */
const ALL = 1_000;

let demo: DemoDatabases;
let pool: Pool;
let node: NodeBalances;
/** Every address that took part in anything. */
let addresses: string[];

beforeAll(async () => {
  demo = await DemoDatabases.start();
  const { firstBlock } = demo.chain;
  pool = await demo.ingested(allProjectors({ firstBlock, isDemo: true }));
  node = new NodeBalances(demo.chain.url);
  addresses = await everybody(pool);
}, 180_000);
afterAll(() => demo?.stop(), 60_000);

describe('every balance of the demo chain', () => {
  it('at 50 past blocks, of ether and of every covered token, is what the node says', async () => {
    const random = new Prng(7);
    const { firstBlock } = demo.chain;
    const blocks = Array.from({ length: PAST_BLOCKS }, () => random.between(firstBlock, demo.chain.height()));
    for (const block of [...new Set(blocks)]) expect(await held(block)).toEqual(await said(block));
  }, 300_000);

  it('now, of every pair, is what the node says, also where nothing is recorded', async () => {
    const reader = new TokenBalanceReader(pool);
    const head = demo.chain.height();
    const tokens = await covered(head);
    const told = await node.ofTokens(addresses, tokens, head);
    for (const token of tokens) {
      for (const address of addresses) {
        const balance = await reader.balance(token, address, demo.chain.firstBlock);
        const answer =
          balance && 'isCovered' in balance && balance.isWhole ? (balance.recorded ?? '0') : balance;
        expect({ token, address, answer }).toEqual({
          token,
          address,
          answer: told.get(`${address} ${token}`),
        });
      }
    }
  }, 300_000);
});

/** What is served of a block: `address: ether` and `address token: balance`, without zeros. */
async function held(block: number): Promise<string[]> {
  const reader = new HoldingsReader(pool);
  const lines: string[] = [];
  for (const address of addresses) {
    const { native, tokens } = (await reader.holdings(address, demo.chain.firstBlock, ALL, block))!;
    if (native?.wei !== '0') lines.push(`${address}: ${native?.wei}`);
    lines.push(...tokens.map(({ token, balance }) => `${address} ${token}: ${balance}`));
  }
  return lines.sort();
}

/** The same as the node says. */
async function said(block: number): Promise<string[]> {
  const ether = await node.ofEther(addresses, block);
  const tokens = await node.ofTokens(addresses, await covered(block), block);
  return [...ether, ...tokens]
    .flatMap(([key, amount]) => (amount === '0' ? [] : [`${key}: ${amount}`]))
    .sort();
}

/** The tokens that are covered at a block. */
async function covered(block: number): Promise<string[]> {
  const { rows } = await pool.query<{ token: Buffer }>(
    'SELECT token FROM balance_layout WHERE from_block <= $1 AND (to_block IS NULL OR to_block >= $1)',
    [block],
  );
  return rows.map(({ token }) => `0x${token.toString('hex')}`);
}

async function everybody(db: Pool): Promise<string[]> {
  const { rows } = await db.query<{ address: Buffer }>(`
    SELECT address FROM account_state
    UNION SELECT from_address FROM transfer WHERE from_address IS NOT NULL
    UNION SELECT to_address FROM transfer WHERE to_address IS NOT NULL
    UNION SELECT to_address FROM frame WHERE to_address IS NOT NULL
    UNION SELECT fee_recipient FROM block`);
  return rows.map(({ address }) => `0x${address.toString('hex')}`);
}
