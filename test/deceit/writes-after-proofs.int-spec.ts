import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { withoutAllocation } from '../../src/ingestion/append/verified-source.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { type AlteredNode, RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { startIngestion } from '../fixture/ingestion.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { storeRanges } from '../fixture/true-state.js';
import type { ReportedDiff } from '../integration/lying-node/node-answers.js';
import { PATIENCE_MS } from '../patience.js';
import { DeceivingChain } from './deceiving-chain.js';
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
  // Leaves the write of the mask out, wherever it speaks of it but in proofs.
  liar = await startAlteredNode(
    () => demo.chain.url,
    (method, params, result) => {
      if (method === 'eth_getProof' && provesNothing)
        return new RpcFailure(-32_000, 'missing trie node: state is pruned');
      const { tracer } = (params[1] ?? {}) as { tracer?: string };
      if (method !== 'debug_traceBlockByNumber' || tracer !== 'prestateTracer') return undefined;
      if (Number(params[0]) !== lied) return undefined;
      const diffs = structuredClone(result) as { result: ReportedDiff }[];
      for (const { result: diff } of diffs)
        for (const side of [diff.pre[token], diff.post[token]]) delete side?.storage;
      return diffs;
    },
  );
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

/** Follows the chain by these nodes until something is so. @returns what was refused */
async function follow(rpcUrls: readonly string[], isEnough: () => Promise<boolean>): Promise<string> {
  const { firstBlock } = demo.chain;
  const ingestion = startIngestion({
    ...{ databaseUrl: database.url, rpcUrls, firstBlock, genesis: firstBlock, projectors: projectors() },
  });
  try {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await setTimeout(50))
      if (await isEnough()) return ingestion.refusals.join();
    throw new Error(`${ingestion.ingester.state.failure} ${ingestion.refusals.slice(-3).join(' | ')}`);
  } finally {
    await ingestion.stop();
  }
}

const hasAll = async (): Promise<boolean> => {
  const { rows } = await database.pool.query('SELECT max(number) AS head FROM canonical_block');
  return Number(rows[0].head) === head;
};

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
