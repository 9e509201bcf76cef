import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Hex, zeroAddress } from 'viem';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { type AlteredNode, RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import type { ReportedCall, ReportedDiff } from '../integration/lying-node/node-answers.js';
import { DeceivingChain } from './deceiving-chain.js';
import { followUntil } from './follow-until.js';
import { expectSameAfterRebuilds } from './rebuilt-claims.js';

const CLAIMS = `
SELECT start_block AS start, end_block AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'proxy:eip1167' AND subject = $1`;

const UNDECIDED = `
SELECT start_block AS start, end_block AS "end"
FROM definition_set JOIN undecided_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'proxy:eip1167' AND subject = $1`;

let demo: DemoDatabases;
let liar: AlteredNode;
let database: OpenedDatabase;
let target: Hex;
let contract: Hex;
let created: number;
let provesNothing = true;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  const chain = new DeceivingChain(demo.chain.url);
  const owned = { artifact: ownArtifact('SilentOwner'), args: [zeroAddress] };
  [target] = (await chain.deploy([owned])) as [Hex];
  [contract] = (await chain.deploy([owned])) as [Hex];
  created = await chain.height();
  for (let at = 0; at < 4; at++) await chain.block([]);
  liar = await startAlteredNode(
    () => demo.chain.url,
    (method, params, result) => {
      if (method === 'eth_getProof' && provesNothing)
        return new RpcFailure(-32_000, 'missing trie node: state is pruned');
      if (method !== 'debug_traceBlockByNumber' || Number(params[0]) !== created) return undefined;
      const { tracer } = params[1] as { tracer: string };
      return tracer === 'callTracer'
        ? cloneMade(structuredClone(result) as { result: ReportedCall }[])
        : cloneLeft(structuredClone(result) as { result: ReportedDiff }[]);
    },
  );
  database = await openNewDatabase();
});
afterAll(async () => {
  await liar.stop();
  await database.drop();
  await demo.stop();
});

const clone = (): Hex => `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`;

function cloneMade(traces: { result: ReportedCall }[]): unknown {
  traces[0]!.result.output = clone();
  return traces;
}

function cloneLeft(diffs: { result: ReportedDiff }[]): unknown {
  diffs[0]!.result.post[contract]!.code = clone();
  return diffs;
}

const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });

async function rowsOf(text: string): Promise<unknown[]> {
  return (await database.pool.query({ text, values: [fromHex(contract)], types: JSON_READY })).rows;
}

const follow = (isEnough: () => Promise<boolean>): Promise<string> =>
  followUntil(
    { databaseUrl: database.url, rpcUrls: [liar.url], firstBlock: demo.chain.firstBlock },
    isEnough,
  );

it('a false code is believed while the node proves nothing, and no claim depends on it once the node does', async () => {
  await follow(async () => (await rowsOf(CLAIMS)).length > 0);
  expect(await rowsOf(CLAIMS)).toEqual([{ start: created, end: null }]);

  provesNothing = false;
  const refused = await follow(async () => (await rowsOf(UNDECIDED)).length > 0);
  expect(refused).toContain(`code of ${contract} at the end of block`);
  expect(await rowsOf(CLAIMS)).toEqual([]);
  expect(await rowsOf(UNDECIDED)).toEqual([{ start: created, end: null }]);
  await expectSameAfterRebuilds(database.pool, projectors());
});
