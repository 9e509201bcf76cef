import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '../../src/platform/process/free-port.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion } from '../fixture/ingestion.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { CommandBench } from './fixture/command.js';

const FIRST = 1_000;
const HEAD = 1_039;

describe('the service with configured nodes', () => {
  let bench: CommandBench;
  let node: SimulatedNode;
  let database: TestDatabase;
  let gate: Server | undefined;
  let other: HttpServer;
  let foreign: string;

  beforeAll(async () => {
    bench = new CommandBench();
    node = await startSimulatedNode({ seed: 62, firstBlock: FIRST, parentHash: NO_PARENT, era: 'modern' });
    await node.chain.extend(HEAD - FIRST + 1);
    other = createHttpServer((request, response) => {
      request.resume().on('end', () => response.end('{"jsonrpc":"2.0","id":0,"result":"0x5"}'));
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    foreign = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    database = await createDatabase({ migrated: true });
  });
  afterAll(async () => {
    await bench.close();
    gate?.close();
    other.closeAllConnections();
    other.close();
    await node.stop();
    await database.drop();
  });

  it('refuses a node of another chain before it starts anything', async () => {
    const { code, err } = await bench.run(['serve'], { RPC_URLS: foreign });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('serves chain 5, not 1') });
    await bench.nothingLeft();
  });

  it('catches up with its log before it answers, reports an unreachable node, and uses it once it is back', async () => {
    const filling = startIngestion({
      ...{ rpcUrls: [node.url], databaseUrl: database.url, firstBlock: FIRST, genesis: FIRST },
    });
    await filling.reached(node.chain.head!.hash);
    // The state that a killed rebuild leaves.
    await filling.ingester.stop();
    await filling.pool.query('TRUNCATE transaction');
    await filling.pool.query(`UPDATE checkpoint SET position = 0 WHERE reader = 'transaction'`);
    await filling.stop();

    const port = await findFreePort();
    const service = await bench.serve({
      RPC_URLS: `${foreign},http://127.0.0.1:${port}`,
      DATABASE_URL: database.url,
      FIRST_BLOCK: `${FIRST}`,
    });
    expect(service.out).toContain(`left out: 127.0.0.1:${port}: ECONNREFUSED`);
    expect(service.out).toContain(`left out: ${new URL(foreign).host}: serves chain 5, not 1`);
    expect(service.out).toContain('no node can be reached');
    expect(service.err).toContain('behind the chain log: transaction');
    const url = /API +(\S+)/.exec(service.out)![1]!;
    const chain = `${url}/api/v1/chains/1`;
    for (let number = FIRST; number <= HEAD; number++) {
      const answer = await fetch(`${chain}/blocks/${number}/transactions?limit=100`);
      const { data } = (await answer.json()) as { data: { txCount: number; transactions: unknown[] } };
      expect(data.transactions).toHaveLength(data.txCount);
    }

    const target = Number(new URL(node.url).port);
    gate = createServer((socket) => {
      const onward = connect(target, '127.0.0.1').on('error', () => socket.destroy());
      socket
        .on('error', () => onward.destroy())
        .pipe(onward)
        .pipe(socket);
    }).listen(port, '127.0.0.1');
    await service.said('eth_getBlockReceipts');
    // There is no block to append, and still no lag.
    while (
      !(await (await fetch(`${url}/metrics`)).text()).includes(
        `chainproof_ingest_stored_head_block ${HEAD}\n`,
      )
    )
      await setTimeout(50);
    expect((await service.ended('SIGINT')).code).toBe(0);
  });
});
