import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { concatHex, getContractAddress, type Hex, pad, size } from 'viem';
import { CREATE2_DEPLOYER, SAFE_SINGLETON_FACTORY } from '../../src/demo/genesis/genesis-contracts.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import { withoutAllocation } from '../../src/ingestion/append/verified-source.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { type AlteredNode, startAlteredNode } from '../fixture/altered-node.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { storeRanges } from '../fixture/true-state.js';
import type { ReportedCall } from '../integration/lying-node/node-answers.js';
import { DeceivingChain } from './deceiving-chain.js';
import { exportedAt } from './lied-bundles.js';

const CREATORS = [CREATE2_DEPLOYER, SAFE_SINGLETON_FACTORY].map((one) => one.toLowerCase() as Hex);
const SALT: Hex = `0x${'11'.repeat(32)}`;
/** Deploys code of one byte. */
const CHILD_CREATION: Hex = '0x6001600c60003960016000f300';

const CREATED_BY = `
SELECT object FROM definition_set JOIN proof_segment ON definition_set = definition_set.id
JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'relation:created_by' AND subject = $1`;

let demo: DemoDatabases;
let liar: AlteredNode;
let database: OpenedDatabase;
let created: number;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  const chain = new DeceivingChain(demo.chain.url);
  await chain.block([]);
  await chain.create([bothCreate()]);
  created = await chain.height();
  liar = await startAlteredNode(
    () => demo.chain.url,
    (method, params, result) => {
      const { tracer } = (params[1] ?? {}) as { tracer?: string };
      if (method !== 'debug_traceBlockByNumber' || tracer !== 'callTracer') return undefined;
      return Number(params[0]) === created
        ? exchanged(structuredClone(result) as { result: ReportedCall }[])
        : undefined;
    },
  );
  database = await openNewDatabase();
});
afterAll(async () => {
  await liar?.stop();
  await database?.drop();
  await demo?.stop();
});

/** Creation code that makes both creators create a child with the same salt and creation code. */
function bothCreate(): Hex {
  const stored = (word: Hex, at: Hex): Hex => concatHex(['0x7f', word, '0x60', at, '0x52']);
  const called = (to: Hex): Hex => {
    const length = size(SALT) + size(CHILD_CREATION);
    return concatHex(['0x6000600060', toHex(Buffer.of(length)), '0x6000600073', to, '0x5af150']);
  };
  return concatHex([
    ...[stored(SALT, '0x00'), stored(pad(CHILD_CREATION, { dir: 'right', size: 32 }), '0x20')],
    ...[...CREATORS.map(called), '0x60016000f3' as const],
  ]);
}

function exchanged(traces: { result: ReportedCall }[]): unknown {
  const [one, other] = traces[0]!.result.calls!;
  const made = (by: ReportedCall, to: ReportedCall) => by.calls!.map((call) => ({ ...call, from: to.to! }));
  [one!.calls, other!.calls] = [made(other!, one!), made(one!, other!)];
  return traces;
}

/** The address of a creator's child. */
const childOf = (from: Hex): Hex =>
  getContractAddress({ opcode: 'CREATE2', from, salt: SALT, bytecode: CHILD_CREATION }).toLowerCase() as Hex;

it('creators that a node swaps within a transaction are believed, but a bundle names them as its word', async () => {
  const { firstBlock } = demo.chain;
  const { pool } = database;
  const source = await ExecutionSource.connect([demo.chain.url], 1, () => undefined);
  const { refusals } = await storeRanges(
    pool,
    [liar.url],
    [[firstBlock, created]],
    (reads) => source.prove(reads),
    {
      genesis: withoutAllocation({ number: firstBlock }),
      projectors: allProjectors({ firstBlock, isDemo: true }),
    },
  );
  await source.close();
  expect(refusals).toEqual([]);
  const [one, other] = CREATORS as [Hex, Hex];
  const { rows } = await pool.query<{ object: Buffer }>(CREATED_BY, [fromHex(childOf(one))]);
  expect(rows.map(({ object }) => toHex(object))).toEqual([other]);

  // Executing the transaction gives another creator, so the bundle names the frame as attested by a node.
  const isOfChild = ({ id, subject }: { readonly id: string; readonly subject: Hex }) =>
    id === 'relation:created_by' && subject === childOf(one);
  const [bundled] = await exportedAt(pool, demo.chain.url, created, isOfChild);
  const { exported } = bundled!;
  const { supports, bundle } = exported.verification;
  const frames = [...supports].filter(([ref]) => ref.startsWith('frame:'));
  expect(frames.map(([, support]) => support)).toEqual(['node']);
  expect(Object.keys(bundle.attested)).toContain(frames[0]![0]);
  expect([...exported.unexecuted.values()].join()).toBe(
    'executing its transaction gives no such frame: the node may have made it up',
  );
});
