import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { withoutAllocation } from '../../src/ingestion/append/verified-source.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import type { AlteredNode } from '../fixture/altered-node.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { storeRanges } from '../fixture/true-state.js';
import { DeceivingChain } from './deceiving-chain.js';
import { startDiffLiar } from './diff-liar.js';
import { followUntil, hasStored } from './follow-until.js';
import { expectSameAfterRebuilds } from './rebuilt-claims.js';

const ABI = parseAbi(['function mint(address to, uint256 value)', 'function setMask(bool masked)']);
const ALICE: Hex = `0x${'a1'.repeat(20)}`;

let demo: DemoDatabases;
let chain: DeceivingChain;
/** Its state is older than the range; its mask makes it call itself USDC. */
let token: Hex;
/** The range. */
let begins: number;
/** The token takes its mask off. */
let lied: number;
let head: number;
let database: OpenedDatabase;
let liar: AlteredNode;
let provesNothing: boolean;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  [token] = (await chain.deploy([
    { artifact: ownArtifact('RenamingToken'), args: ['Fine coin', 'FINE'] },
  ])) as [Hex];
  await chain.block([call('setMask', [true])]);
  begins = await chain.block([call('mint', [ALICE, 1n])]);
  await chain.block([call('mint', [ALICE, 1n])]);
  lied = await chain.block([call('setMask', [false])]);
  head = await chain.block([]);
});
afterAll(async () => {
  await demo?.stop();
});

beforeEach(async () => {
  database = await openNewDatabase();
  provesNothing = false;
  // Leaves the write of the mask out.
  liar = await startDiffLiar({
    ...{ url: demo.chain.url, block: lied, provesNothing: () => provesNothing },
    lie: (diff) => {
      for (const side of [diff.pre[token], diff.post[token]]) delete side?.storage;
    },
  });
  const options = { projectors: projectors(), genesis: withoutAllocation({ number: demo.chain.firstBlock }) };
  await storeRanges(database.pool, [demo.chain.url], [[begins, lied - 1]], undefined, options);
  await demo.answer(database.pool, projectors());
  expect(await imitates()).toBe(true);
});
afterEach(async () => {
  await liar.stop();
  await database.drop();
});

const call = (functionName: 'mint' | 'setMask', args: readonly unknown[]) => ({
  to: token,
  data: encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0]),
});
const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });

async function imitates(): Promise<boolean> {
  const claims = (await provenClaims(database.pool)).get(token) ?? [];
  return claims.some(({ id }) => id === 'risk:impersonates_asset');
}

const follow = (rpcUrls: readonly string[], isEnough: () => Promise<boolean>): Promise<string> =>
  followUntil({ databaseUrl: database.url, rpcUrls, firstBlock: demo.chain.firstBlock }, isEnough);
const hasAll = (): Promise<boolean> => hasStored(database.pool, head)();

describe('a write to a slot of which an earlier proof is recorded, and that a node leaves out', () => {
  it('has its block refused, and taken from another', async () => {
    expect(await follow([liar.url, demo.chain.url], hasAll)).toContain(`"account":"${token}","field":"slot:`);
    expect(await imitates()).toBe(false);
  });

  it('is believed while nothing is proven, and later nothing rests on it', async () => {
    provesNothing = true;
    await follow([liar.url], hasAll);
    expect(await imitates()).toBe(true);
    provesNothing = false;
    const refusals = await follow([liar.url], async () => !(await imitates()));
    expect(refusals).toMatch(new RegExp(`contradicted: slot:0x0+4 of ${token} at the end of`));
    await expectSameAfterRebuilds(database.pool, projectors());
    expect(await imitates()).toBe(false);
  });
});
