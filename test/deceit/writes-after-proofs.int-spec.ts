import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
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
/** A token whose state is older than the range. While its mask is set it calls itself USDC. */
let token: Hex;
/** First block of the range. */
let begins: number;
/** The block in which the token clears its mask, and that the node lies about. */
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
  // Omits the write of the mask.
  liar = await startDiffLiar({
    ...{ url: demo.chain.url, block: lied, provesNothing: () => provesNothing },
    lie: (diff) => {
      for (const side of [diff.pre[token], diff.post[token]]) delete side?.storage;
    },
  });
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

/** Stores the blocks before the lie. Their state is proven, or the word of the node. */
async function begin(): Promise<void> {
  const options = { projectors: projectors(), genesis: withoutAllocation({ number: demo.chain.firstBlock }) };
  await storeRanges(database.pool, [liar.url], [[begins, lied - 1]], undefined, options);
  const answering = await DemoDatabases.over({ ...demo.chain, url: liar.url });
  await answering.answer(database.pool, projectors());
  await answering.stop();
  expect(await imitates()).toBe(true);
}

const IS_UNDECIDED = `
SELECT FROM definition_set JOIN undecided_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'risk:impersonates_asset' AND subject = $1 AND start_block <= $2 AND coalesce(end_block, $2) >= $2`;

async function isUndecidedAt(block: number): Promise<boolean> {
  return (await database.pool.query(IS_UNDECIDED, [fromHex(token), block])).rowCount === 1;
}

async function imitates(): Promise<boolean> {
  const claims = (await provenClaims(database.pool)).get(token) ?? [];
  return claims.some(({ id }) => id === 'risk:impersonates_asset');
}

const follow = (rpcUrls: readonly string[], isEnough: () => Promise<boolean>): Promise<string> =>
  followUntil({ databaseUrl: database.url, rpcUrls, firstBlock: demo.chain.firstBlock }, isEnough);
const hasAll = (): Promise<boolean> => hasStored(database.pool, head)();

describe('the omission of a write to a slot that was read before', () => {
  it('has the block refused, and taken from another node', async () => {
    await begin();
    expect(await follow([liar.url, demo.chain.url], hasAll)).toContain(`"account":"${token}","field":"slot:`);
    expect(await imitates()).toBe(false);
  });

  it.each([
    ['proven', false],
    ['the word of a node', true],
  ])('is believed until the node proves state, where the value before was %s', async (_, isWord) => {
    provesNothing = isWord;
    await begin();
    provesNothing = true;
    await follow([liar.url], hasAll);
    expect(await imitates()).toBe(true);
    provesNothing = false;
    const refusals = await follow([liar.url], async () => !(await imitates()));
    expect(refusals).toMatch(new RegExp(`contradicted: slot:0x0+4 of ${token} at the end of`));
    await expectSameAfterRebuilds(database.pool, projectors());
    expect(await imitates()).toBe(false);
    await demo.answer(database.pool, projectors());
    // The token did call itself USDC up to that block.
    expect(await isUndecidedAt(lied - 1)).toBe(true);
  });
});
