import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBench, type RunningCommand } from '../e2e/fixture/command.js';
import { PATIENCE_MS } from '../patience.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { type CitusCluster, HAS_CITUS, startCitusCluster } from './citus-cluster.js';

const FIRST = 1_000;
const BLOCKS = 400;

(HAS_CITUS ? describe : describe.skip)('processes that share the work of a fill of a cluster', () => {
  let cluster: CitusCluster;
  let node: SimulatedNode;
  const benches: CommandBench[] = [];

  beforeAll(async () => {
    cluster = await startCitusCluster();
    node = await startSimulatedNode({
      seed: 271_828,
      firstBlock: FIRST,
      parentHash: NO_PARENT,
      era: 'modern',
    });
    await node.chain.extend(BLOCKS);
  });
  afterAll(async () => {
    for (const bench of benches.reverse()) await bench.close();
    await node?.stop();
    await cluster?.stop();
  });

  function newBench(): CommandBench {
    const bench = new CommandBench();
    benches.push(bench);
    return bench;
  }

  it(
    'store what one thread stores on one server, though each is killed once',
    async () => {
      const rpc = { RPC_URLS: node.url, FIRST_BLOCK: `${FIRST}`, STATE_PROOFS: 'none', LOG_LEVEL: 'info' };
      const alone = newBench();
      await alone.storeNothing();
      // The first block has no parent and no known allocation, so it lacks a state diff, and the command ends with 3.
      expect(await alone.spawned(['ingest', '--workers', '0'], rpc)).toMatchObject({ code: 3 });
      const digests = await alone.spawned(['digest', '--spans'], rpc);

      const shared = { ...rpc, DATABASE_URL: await cluster.database(), DISTRIBUTED: 'citus' };
      const writer = newBench();
      expect(await writer.spawned(['ingest', '--to', `${FIRST + 9}`], shared)).toMatchObject({ code: 3 });
      const start = async (ROLE: string): Promise<RunningCommand> => {
        const process = newBench().start(['serve'], { ...shared, ROLE });
        await process.said(`Chainproof is running with ROLE=${ROLE}`);
        return process;
      };
      const roles = await Promise.all(['fetch', 'evaluate'].map(start));
      const first = writer.start(['ingest', '--workers', '1'], shared);
      await first.said('with ROLE=fetch');
      await first.said('claims are evaluated by the process with ROLE=evaluate');
      for (const process of roles) await process.ended('SIGKILL');
      await first.ended('SIGKILL');

      const others = await Promise.all(['fetch', 'evaluate'].map(start));
      const second = writer.start(['ingest', '--workers', '1'], shared);
      await second.said('claims are evaluated by the process with ROLE=evaluate');
      const { code, out, err } = await second.endedByItself();
      expect({ code, said: code === 0 ? '' : out + err }).toEqual({ code: 0, said: '' });
      for (const process of others) expect(await process.ended('SIGTERM')).toMatchObject({ code: 0 });
      expect(await writer.spawned(['digest', '--spans'], shared)).toEqual(digests);
      expect(await writer.spawned(['check'], shared)).toMatchObject({ code: 0, out: 'everything holds\n' });
    },
    4 * PATIENCE_MS,
  );
});
