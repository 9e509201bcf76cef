import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conformance, type ServiceUnderTest } from '../conformance/conformance.js';
import { startDemoService } from '../conformance/start-service.js';
import { type CitusCluster, HAS_CITUS, startCitusCluster } from './citus-cluster.js';

const CONTRACT = join(process.env.SHARED_DIR ?? '../shared', 'contract');
const CALLERS = 4;
const HEALS_WITHIN_MS = 60_000;

(HAS_CITUS && existsSync(CONTRACT) ? describe : describe.skip)('a service on a cluster', () => {
  let cluster: CitusCluster;
  let url: string;

  beforeAll(async () => {
    cluster = await startCitusCluster();
    url = await cluster.database();
  });
  afterAll(() => cluster?.stop());

  /** Starts a service on the cluster, with more settings. */
  const start = (settings: NodeJS.ProcessEnv = {}): Promise<ServiceUnderTest> =>
    startDemoService({ DATABASE_URL: url, DISTRIBUTED: 'citus', ...settings });

  it('passes the checker of the contract', async () => {
    const lines: string[] = [];
    const exitCode = await conformance({ start, contract: CONTRACT, print: (line) => lines.push(line) });
    console.log(lines[0]);
    expect([exitCode, lines]).toEqual([0, [expect.stringContaining(' 0 failures'), expect.anything()]]);
  });

  it('answers 503 while a node is down, never wrongly, and as before when it is back', async () => {
    url = await cluster.database();
    const service = await start({ CACHE_MB: '0', LOG_LEVEL: 'silent' });
    const get = async (path: string): Promise<[status: number, body: string]> => {
      const headers = { 'x-api-key': service.keys.high };
      const response = await fetch(`${service.baseUrl}/api/v1/chains/1/${path}`, { headers });
      return [response.status, await response.text()];
    };
    const data = async (path: string): Promise<string | undefined> => {
      const [status, body] = await get(path);
      if (status === 200) return JSON.stringify(JSON.parse(body).data);
      expect([status, body.includes('service_unavailable')]).toEqual([503, true]);
      return undefined;
    };
    const head = JSON.parse((await get('blocks/latest'))[1]).data.number as number;
    const paths = Array.from({ length: 30 }, (_, at) => `blocks/${head - at}/transactions`);
    const before = new Map<string, string>();
    for (const path of paths) before.set(path, (await data(path))!);
    let asking = true;
    let [answered, refused] = [0, 0];
    const callers = Array.from({ length: CALLERS }, async () => {
      while (asking)
        for (const path of paths) {
          const answer = await data(path);
          if (answer === undefined) refused += 1;
          else answered += 1;
          if (answer !== undefined) expect(answer).toBe(before.get(path));
        }
    });
    try {
      await setTimeout(1_000);
      await cluster.killNode(1);
      await setTimeout(5_000);
      await cluster.startNode(1);
      const deadline = Date.now() + HEALS_WITHIN_MS;
      while ((await Promise.all(paths.map(data))).includes(undefined)) {
        if (Date.now() > deadline) throw new Error('the service has not recovered');
        await setTimeout(200);
      }
    } finally {
      asking = false;
      await Promise.all(callers);
    }
    console.log(`a node down: ${answered} answers, ${refused} times 503`);
    expect(refused).toBeGreaterThan(0);
    for (const path of paths) expect(await data(path)).toBe(before.get(path));
    await service.stop();
  });
});
