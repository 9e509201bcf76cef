import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { bounded } from '../../../../test/bounded.js';
import { describeOnSmallDisk, fillDisk } from '../../../../test/fixture/small-disk.js';
import { describeWithNeo4j } from '../../../../test/fixture/test-neo4j.js';
import { refusalOf } from '../../../api/http/refusal/refusal-of.js';
import { GraphDatabase } from '../graph-database.js';
import { startEmbeddedNeo4j } from './start-embedded-neo4j.js';

const COUNT = [{ text: 'MATCH (node:Kept) RETURN count(node) AS count' }];
const WRITE = 'UNWIND range(1, 10000) AS number CREATE (:Lost {text: $text})';

describeWithNeo4j('an embedded Neo4j', () => {
  describeOnSmallDisk('on a full disk', '700m', (disk) => {
    // It takes two starts of the server.
    bounded(it.skip, it)('is worth another try, and goes on once there is space', async () => {
      const said: string[] = [];
      const server = await startEmbeddedNeo4j(disk, { warn: (line) => said.push(line) });
      const graph = new GraphDatabase(server, new Registry());
      try {
        await graph.write((run) => run('CREATE (:Kept)'));
        const ballast = join(disk, 'ballast');
        fillDisk(ballast);
        const write = async () => {
          for (;;) await graph.write((run) => run(WRITE, { text: 'x'.repeat(1_000) }));
        };
        expect(refusalOf(await write().catch((error: unknown) => error)).code).toBe('service_unavailable');
        const read = await graph.read(COUNT).catch((error: unknown) => error);
        expect(refusalOf(read).code).toBe('service_unavailable');
        while (!said.some((line) => line.includes('waits for space'))) await setTimeout(50);
        rmSync(ballast);
        while (server.kept.failure !== undefined) await setTimeout(50);
        expect(await graph.read(COUNT)).toEqual([[{ count: 1 }]]);
        await graph.write((run) => run('CREATE (:Kept)'));
        expect(await graph.read(COUNT)).toEqual([[{ count: 2 }]]);
      } finally {
        await graph.close();
        await server.stop();
      }
    });
  });
});
