import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion } from '../fixture/ingestion.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

let database: TestDatabase;
let node: SimulatedNode;
beforeEach(async () => {
  database = await createDatabase({ migrated: true });
  node = await startSimulatedNode({ seed: 91 });
});
afterEach(async () => {
  await node?.stop();
  await database.drop();
});

it.each([
  ['says of the newest block what it says of a pruned one', new RpcFailure(-32000, 'No state available')],
  ['has nothing yet of the newest block', null],
])('waits for records where a node %s', async (_, answer) => {
  const late = node.chain.firstBlock + 4;
  const asked = new Set<string>();
  const lagging = await startAlteredNode(
    () => node.url,
    (method, params) => {
      if (method !== 'debug_traceBlockByNumber' || Number(params[0]) !== late) return undefined;
      const { tracer } = params[1] as { readonly tracer: string };
      if (asked.has(tracer)) return undefined;
      asked.add(tracer);
      return answer;
    },
  );
  const ingestion = startIngestion({
    rpcUrls: [lagging.url],
    databaseUrl: database.url,
    firstBlock: node.chain.firstBlock,
  });
  try {
    await node.chain.extend(8);
    await ingestion.reached(node.chain.head!.hash);
    const { rows } = await ingestion.pool.query(
      "SELECT family, ranges::text FROM coverage WHERE family IN ('frames', 'state_diff') ORDER BY family",
    );
    const ranges = `{[${node.chain.firstBlock},${node.chain.firstBlock + 8})}`;
    expect(asked.size).toBe(2);
    expect(rows).toEqual(['frames', 'state_diff'].map((family) => ({ family, ranges })));
  } finally {
    await ingestion.stop();
    await lagging.stop();
  }
});
