import { afterEach, expect, it } from '@jest/globals';
import { decodeBundle } from '../../src/domain/chain/codec/bundle.js';
import type { Hex } from '../../src/domain/chain/hex.js';
import { NotCovered } from '../../src/domain/refusal/not-covered.js';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import { FailedFramesReader } from '../../src/records/frame/failed-frames.reader.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion, type TestIngestion } from '../fixture/ingestion.js';
import type { SimFrame } from '../simulation/sim-frame.js';
import { type Lacking, type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

const FIRST = 25_000_000;
const PAIRING = `0x${'8'.padStart(40, '0')}`;
const HASHING = `0x${'2'.padStart(40, '0')}`;
const CALLEE = `0x${'c0de'.padStart(40, '1')}`;

let node: SimulatedNode;
let database: TestDatabase;
let ingestion: TestIngestion;

afterEach(async () => {
  await ingestion.stop();
  await database.drop();
  await node.stop();
});

const frame = (from: string, to: string, more: Partial<SimFrame> = {}): SimFrame => ({
  ...{ type: 'CALL', from, to, value: 0n, gas: 9_000, gasUsed: 300, input: '0x', output: '0x', events: [] },
  ...more,
});

/** A contract hashes, pairs points that are invalid, hashes again, and calls another contract, which reverts. */
async function follow(without: readonly Lacking[]): Promise<Hex> {
  node = await startSimulatedNode({ seed: 808, without });
  await node.chain.play([
    {
      to: CALLEE,
      play: (root) => {
        const calls = [
          frame(CALLEE, HASHING, { type: 'STATICCALL' }),
          frame(CALLEE, PAIRING, { type: 'STATICCALL', gasUsed: 9_000, failure: 'outOfGas' }),
          frame(CALLEE, HASHING, { type: 'STATICCALL' }),
          frame(CALLEE, `0x${'ab'.repeat(20)}`, { failure: 'reverted', output: '0x01020304' }),
        ];
        root.events.push(...calls.map((call) => ({ call })));
        root.gasUsed = 20_000;
      },
    },
  ]);
  database = await createDatabase({ migrated: true });
  ingestion = startIngestion({ rpcUrls: [node.url], databaseUrl: database.url, firstBlock: FIRST });
  await ingestion.reached(node.chain.head!.hash);
  return node.chain.head!.json.transactions[0]!.hash;
}

it('calls to precompiles that fail are failed frames, each with its place among all calls', async () => {
  const hash = await follow([]);
  const found = await new FailedFramesReader(ingestion.pool).ofTransaction(hash, FIRST);
  expect(found).toMatchObject({
    frames: [
      {
        path: '0x00000001',
        type: 'STATICCALL',
        from: CALLEE,
        to: PAIRING,
        error: 'out of gas',
        gasUsed: 9_000,
      },
      { path: '0x00000003', type: 'CALL', error: 'execution reverted', output: '0x01020304' },
    ],
  });
  // The paths that evidence names stay as both families have them.
  const bundle = decodeBundle((await new CanonicalChain(ingestion.pool).bundleOf(FIRST))!);
  expect(bundle.frames![0]!.map(({ path }) => path.toString('hex'))).toEqual(['0000', '00000000']);
});

it('failed frames are listed by depth, even among more calls than a 16-bit index counts', async () => {
  const hash = await follow([]);
  await ingestion.pool.query(
    `INSERT INTO failed_frame
     SELECT block_number, tx_index, unnest($1::bytea[]), type, from_address, to_address, gas_used, error, output, output_size
     FROM failed_frame WHERE call_path = $2`,
    [
      ['0000ffff0007', '000000030000', '000000030000ffff0000', '00000003ffff0000'].map((path) =>
        Buffer.from(path, 'hex'),
      ),
      Buffer.from('00000003', 'hex'),
    ],
  );
  const { frames } = await new FailedFramesReader(ingestion.pool).ofTransaction(hash, FIRST);
  expect(frames.map(({ path }) => path.slice(2))).toEqual([
    ...['00000001', '00000003', '0000ffff0007'],
    ...['000000030000', '00000003ffff0000', '000000030000ffff0000'],
  ]);
});

it('failed frames are missing, not empty, if the node has only flat traces', async () => {
  const hash = await follow(['debug']);
  const asked = new FailedFramesReader(ingestion.pool).ofTransaction(hash, FIRST);
  await expect(asked).rejects.toBeInstanceOf(NotCovered);
  await expect(asked).rejects.toMatchObject({ gap: { fromBlock: FIRST, toBlock: FIRST } });
});
