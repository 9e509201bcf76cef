import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { TokenBalanceReader } from '../../src/projection/balance/token-balance.reader.js';
import { bounded } from '../bounded.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { EveryBalance } from '../fixture/every-balance.js';
import { newViews } from '../fixture/new-views.js';
import { NodeBalances } from '../fixture/node-balances.js';
import { Prng } from '../simulation/prng.js';

const PAST_BLOCKS = bounded(2, 50);
/** One in so many holders, with all tokens, is compared now. */
const OF_HOLDERS = bounded(11, 1);

let demo: DemoDatabases;
let pool: Pool;
let node: NodeBalances;
let every: EveryBalance;

beforeAll(async () => {
  demo = await DemoDatabases.start();
  const { firstBlock } = demo.chain;
  pool = await demo.inOrder();
  node = new NodeBalances(demo.chain.url);
  every = await EveryBalance.of(pool, firstBlock);
});
afterAll(() => demo?.stop());

describe('every balance of the demo chain', () => {
  it(`at ${PAST_BLOCKS} past blocks, of ether and of every token, is that of the node`, async () => {
    const random = new Prng(7);
    const { firstBlock } = demo.chain;
    const length = (demo.chain.height() - firstBlock) / PAST_BLOCKS;
    const start = (part: number) => firstBlock + Math.floor(part * length);
    // One block of each part of the chain.
    const blocks = Array.from({ length: PAST_BLOCKS }, (_, part) =>
      random.between(start(part), start(part + 1) - 1),
    );
    for (const block of blocks) expect(await every.served(block)).toEqual(await every.said(node, block));
  });

  it('now, of every pair, is that of the node, also without records', async () => {
    const reader = new TokenBalanceReader(pool, newViews());
    const head = demo.chain.height();
    const tokens = await every.covered(head);
    const holders = every.addresses.filter((_, at) => at % OF_HOLDERS === 0);
    const reported = await node.ofTokens(holders, tokens, head);
    const served = new Map<string, string>();
    for (const token of tokens) {
      await Promise.all(
        holders.map(async (address) => {
          const balance = await reader.balance(token, address, demo.chain.firstBlock);
          if (balance.isCovered) served.set(`${address} ${token}`, balance.recorded!);
        }),
      );
    }
    expect(tokens.length).toBeGreaterThan(10);
    expect([...served].sort()).toEqual([...reported].sort());
  });
});
