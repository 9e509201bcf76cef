import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { published } from '../../src/verifier/published.js';
import { bounded } from '../bounded.js';
import { useDemo } from '../e2e/fixture/use-demo.js';
import { forgeAll } from './forge-all.js';
import { HonestChain } from './honest-chain.js';
import type { Tally } from './tally.js';

const WAYS = bounded(9, 10);
const NEVER_USED: Address = `0x${'5a'.repeat(20)}`;

describe('a forger with an honest node, honest proofs and all our code', () => {
  const demo = useDemo();
  let pool: Pool;
  let tally: Tally;

  beforeAll(async () => {
    pool = createPool(demo.databaseUrl);
    tally = await inTransaction(
      pool,
      async (tx) => {
        const chain = await HonestChain.open(tx, demo.nodeUrl, demo.head);
        const delegated = chain.claims.find(
          ({ id, end }) => id === 'address_nature:eoa_delegated_7702' && end === chain.head,
        )!;
        const innocents = [NEVER_USED, demo.at('bob'), delegated.subject, demo.at('weth')];
        return forgeAll(chain, published(), innocents, [demo.at('bob'), demo.at('carol')]).finally(() =>
          chain.close(),
        );
      },
      { isolation: 'repeatable read' },
    );
    console.log(`Bundles for what is not so, by definition:\n${tally.table()}\n\nBy lie:\n${tally.lies()}`);
  });
  afterAll(() => pool?.end());

  it(`tries every definition, each in at least ${WAYS} ways`, () => {
    expect(tally.byDefinition.size).toBe(readDefinitions(true).catalog.definitions.length);
    const fewest = Math.min(...[...tally.byDefinition.values()].map(({ tried }) => tried));
    expect(fewest).toBeGreaterThanOrEqual(WAYS);
  });

  it('passes only with bundles that list as attested what their lie depends on', () => {
    expect(tally.passed).toEqual([]);
  });

  it('tries every lie, each refused or listed as attested', () => {
    const lies = [...tally.byLie.keys()];
    expect(lies).toEqual(
      expect.arrayContaining([
        'subject',
        'object',
        'key',
        'evidence of another address',
        'honest proofs of a subject',
        'held earlier',
        'held in a block that is not there',
        'since a later block',
        'ended, and its end left out',
        'ended, with honest proofs of its end',
        'a rule of its own',
        'a registry of its own',
        'a dependency of another address',
        'another family',
        "a node's word",
        'a made-up state',
        'a made-up state below a header of its own',
        "a node's word for a call",
        'executed frames of another address',
        'what is left out',
        'a later key',
        'a made-up registry',
        'a made-up registry below a header of its own',
        ...['code', 'delegation', 'frame', 'header', 'log', 'slot', 'tx', 'view'].map(
          (kind) => `another ${kind}`,
        ),
      ]),
    );
    // These lies are decided by what the forger cannot make up.
    for (const lie of [
      ...['evidence of another address', 'held earlier', 'a dependency of another address'],
      ...['a made-up state', 'a made-up state below a header of its own'],
      ...['executed frames of another address', 'a made-up registry'],
      'a made-up registry below a header of its own',
    ])
      expect([lie, tally.byLie.get(lie)!.attested]).toEqual([lie, 0]);
  });

  it('is refuted by the state of the chain alone if it makes up a registry', () => {
    const { tried, levels } = tally.byLie.get('a made-up registry')!;
    expect([tried, [...levels]]).toEqual([2, ['V4 state']]);
    expect([...tally.byLie.get('a made-up registry below a header of its own')!.levels]).toEqual([
      'V4 block',
    ]);
  });
});
