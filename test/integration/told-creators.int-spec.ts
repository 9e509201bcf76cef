import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createPool } from '../../src/platform/postgres/pool.js';
import { addressNamed, inner } from '../e2e/poison/play.js';
import { type AlteredNode, startAlteredNode } from '../fixture/altered-node.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { storeRanges, type TrueState, trueStateOf } from '../fixture/true-state.js';
import type { ScriptedTransaction } from '../simulation/scripted-transaction.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import type { ReportedCall, ReportedDiff } from './lying-node/node-answers.js';

const ROUTER = addressNamed('router');
const FACTORY = addressNamed('factory');
const MEDDLER = addressNamed('meddler');
const CHILD = addressNamed('child');
const CODE = '0x6000';

let node: SimulatedNode;
let liar: AlteredNode;
let truth: TrueState;
let database: TestDatabase;
let pool: Pool;
let block: number;

/** The router calls the creator, and then the meddler. */
const creates = (creator: string, child: string): ScriptedTransaction => ({
  to: ROUTER,
  play: (root, state) => {
    const creation = inner('CREATE2', creator, child, { input: CODE, output: CODE });
    root.events.push({ call: inner('CALL', ROUTER, creator, { events: [{ call: creation }] }) });
    root.events.push({ call: inner('CALL', ROUTER, MEDDLER) });
    state.setNonce(child, 1);
    state.setCode(child, CODE);
  },
});

beforeEach(async () => {
  node = await startSimulatedNode({ seed: 4_242 });
  await node.chain.play([
    creates(FACTORY, addressNamed('elder')),
    creates(MEDDLER, addressNamed('other elder')),
  ]);
  await node.chain.play([creates(FACTORY, CHILD)]);
  block = node.chain.head!.number;
  truth = await trueStateOf(node.url, [node.chain.firstBlock, block]);
  liar = await startAlteredNode(
    () => node.url,
    (method, params, result) => {
      if (method !== 'debug_traceBlockByNumber' || Number(params[0]) !== block) return undefined;
      const { tracer } = params[1] as { tracer: string };
      return tracer === 'callTracer'
        ? otherCreator(structuredClone(result) as { result: ReportedCall }[])
        : otherNonces(structuredClone(result) as { result: ReportedDiff }[]);
    },
  );
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await liar.stop();
  await truth.stop();
  await node.stop();
});

function otherCreator(traces: { result: ReportedCall }[]): unknown {
  const [factory, meddler] = traces[0]!.result.calls!;
  meddler!.calls = factory!.calls!.map((call) => ({ ...call, from: MEDDLER }));
  delete factory!.calls;
  return traces;
}

function otherNonces(diffs: { result: ReportedDiff }[]): unknown {
  const { pre, post } = diffs[0]!.result;
  for (const side of [pre, post]) {
    side[MEDDLER] = side[FACTORY]!;
    delete side[FACTORY];
  }
  return diffs;
}

it('a creation that is attributed to another creator is refused by the proven nonce', async () => {
  const range = [[node.chain.firstBlock, block]] as const;
  const { refusals } = await storeRanges(pool, [liar.url, node.url], range, truth.prove);
  expect(refusals).toEqual([`${new URL(liar.url).host} block ${block}`]);
});

it('a creation that is attributed to another creator is believed if nothing is proven', async () => {
  const { refusals } = await storeRanges(pool, [liar.url], [[node.chain.firstBlock, block]]);
  expect(refusals).toEqual([]);
});
