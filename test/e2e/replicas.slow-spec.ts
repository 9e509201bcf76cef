import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bounded } from '../bounded.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { CommandBench, type RunningCommand, until } from './fixture/command.js';

const CHAIN = '/api/v1/chains/1';
const STANDS_BY = 'takes over when that one ends';

/** A process of the service with its own data directory. */
interface Replica {
  readonly bench: CommandBench;
  readonly service: RunningCommand;
  readonly url: string;
}

let node: SimulatedNode;
const benches = [new CommandBench(), new CommandBench()] as const;

interface Answer {
  readonly data?: { readonly number: number; readonly nextCursor?: string };
}

const get = async (url: string): Promise<{ status: number; json: Answer }> => {
  const response = await fetch(url);
  return { status: response.status, json: (await response.json()) as Answer };
};
const headOf = async (url: string): Promise<number> =>
  (await get(`${url}${CHAIN}/blocks/latest`)).json.data?.number ?? -1;

async function start(bench: CommandBench): Promise<Replica> {
  const service = await bench.serve({
    DATABASE_URL: benches[0].databaseUrl,
    RPC_URLS: node.url,
    FIRST_BLOCK: `${node.chain.firstBlock}`,
    LOG_LEVEL: 'info',
  });
  return { bench, service, url: /API +(http:\S+)/.exec(service.out)![1]! };
}

beforeAll(async () => {
  node = await startSimulatedNode({ seed: 23, firstBlock: 1_000, parentHash: NO_PARENT, era: 'modern' });
  await node.chain.extend(40);
  await benches[0].storeNothing();
});
afterAll(async () => {
  for (const bench of [...benches].reverse()) await bench.close();
  await node.stop();
});

describe('several processes over one database', () => {
  it('answer alike, and one takes over when the other is killed', async () => {
    let leader = await start(benches[0]);
    await until(async () => (await headOf(leader.url)) === node.chain.head!.number, 'the first blocks');
    // The secrets of cursors and keys must be the same for all processes.
    cpSync(join(benches[0].directory, 'mainnet'), join(benches[1].directory, 'mainnet'), {
      recursive: true,
      filter: (path) => !/service|\.pid$/.test(path),
    });
    let standby = await start(benches[1]);
    await standby.service.said(STANDS_BY);
    expect((await get(`${standby.url}/ready`)).status).toBe(200);
    const { json } = node.chain.blocks.find((block) => block.json.transactions.length > 1)!;
    const feed = `${CHAIN}/blocks/${Number(json.number)}/transactions?limit=1`;
    const { nextCursor } = (await get(leader.url + feed)).json.data!;
    const next = `${feed}&cursor=${nextCursor}`;
    expect((await get(standby.url + next)).status).toBe(200);
    expect((await get(standby.url + next)).json.data).toEqual((await get(leader.url + next)).json.data);

    const seconds: number[] = [];
    for (let round = 0; round < bounded(1, 20); round++) {
      let isWatching = true;
      const refused: number[] = [];
      const watching = (async () => {
        while (isWatching) {
          const { status } = await get(`${standby.url}${CHAIN}/blocks/latest`);
          if (status !== 200) refused.push(status);
          await setTimeout(20);
        }
      })();
      leader.service.child.kill('SIGKILL');
      const began = Date.now();
      await node.chain.extend(2);
      await until(async () => (await headOf(standby.url)) === node.chain.head!.number, 'the take-over');
      seconds.push((Date.now() - began) / 1_000);
      isWatching = false;
      await watching;
      expect(refused).toEqual([]);
      const again = await start(leader.bench);
      await again.service.said(STANDS_BY);
      [leader, standby] = [standby, again];
    }
    console.log(`take-over after ${seconds.map((each) => each.toFixed(1)).join(', ')} s`);
    // In bounded runs many other tests may run at the same time.
    expect(Math.max(...seconds)).toBeLessThan(bounded(Number.POSITIVE_INFINITY, 30));
    // A graceful stop also hands over, and a standby stops at once.
    await leader.service.ended('SIGTERM');
    await node.chain.extend(1);
    await until(async () => (await headOf(standby.url)) === node.chain.head!.number, 'the take-over');
    expect((await standby.service.ended('SIGTERM')).code).toBe(0);
    expect(
      await benches[0].run(['check'], { RPC_URLS: node.url, FIRST_BLOCK: `${node.chain.firstBlock}` }),
    ).toMatchObject({
      code: 0,
      out: 'everything holds\n',
    });
  });
});
