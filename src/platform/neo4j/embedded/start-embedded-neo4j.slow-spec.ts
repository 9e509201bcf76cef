import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { describeWithNeo4j } from '../../../../test/fixture/test-neo4j.js';
import { startChild } from '../../process/child.js';
import { isRunning, type ProcessIdentity } from '../../process/process-identity.js';
import { GraphDatabase } from '../graph-database.js';
import { startEmbeddedNeo4j } from './start-embedded-neo4j.js';

const MODULE = new URL('./start-embedded-neo4j.js', import.meta.url).href;

describeWithNeo4j('an embedded Neo4j', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-neo4j-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('keeps what was committed over a stop, a kill of its own and a kill of who started it', async () => {
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    const first = await startEmbeddedNeo4j(directory, { say, warn: say });
    expect(said).toContain(
      'starting Neo4j: some 10 s, longer the first time, on a busy machine and after a kill',
    );
    expect(said.at(-1)).toMatch(/^Neo4j runs after \d+ s$/);
    // Java itself ignores an archive that it cannot use.
    if (process.platform === 'linux') {
      const maps = readFileSync(`/proc/${first.identity.pid}/maps`, 'utf8');
      const [, archive] = /(\/\S+\.cache\/neo4j\/[0-9a-f]+\.asked\.jsa)\n/.exec(maps) ?? [];
      // Of a walk along an index of relations, and of a deletion: what is asked last.
      for (const step of ['DirectedRelationshipIndexSeek', 'DeletePipe'])
        expect(readFileSync(archive!).includes(step)).toBe(true);
    }
    await ask(first.uri, "CREATE (:Address {address: '0x01'})");
    await expect(startEmbeddedNeo4j(directory)).rejects.toThrow('is still locked by process');

    // It comes back by itself, at the same place.
    const { pid } = first.identity;
    process.kill(pid, 'SIGKILL');
    while (first.identity.pid === pid) await setTimeout(50);
    expect(await ask(first.uri, 'MATCH (n) RETURN n.address AS address')).toEqual([{ address: '0x01' }]);
    expect(said.slice(-2)).toEqual([
      'the embedded Neo4j has ended: SIGKILL',
      'the embedded Neo4j runs again',
    ]);
    expect(first.kept.failure).toBeUndefined();
    await first.stop();
    expect(isRunning(first.identity)).toBe(false);

    // The next start finds the processes that a killed starter left running, and ends them.
    const starter = await startChild({
      name: 'starter',
      command: process.execPath,
      args: [
        '-e',
        `import(${JSON.stringify(MODULE)}).then(async ({ startEmbeddedNeo4j }) => {
          const server = await startEmbeddedNeo4j(${JSON.stringify(directory)});
          console.log('runs ' + JSON.stringify(server.identity));
          setInterval(() => {}, 1000);
        })`,
      ],
      readyLine: /^runs (.*)$/,
      readyWithinMs: 120_000,
    });
    const orphan = JSON.parse(starter.ready![1]!) as ProcessIdentity;
    process.kill(starter.identity.pid, 'SIGKILL');
    await starter.exited;
    expect(isRunning(orphan)).toBe(true);
    const next = await startEmbeddedNeo4j(directory);
    expect(isRunning(orphan)).toBe(false);
    expect(await ask(next.uri, 'MATCH (n) RETURN n.address AS address')).toEqual([{ address: '0x01' }]);
    await next.stop();
  });
});

async function ask(uri: string, text: string) {
  const graph = new GraphDatabase({ uri }, new Registry());
  try {
    return await graph.write((run) => run(text));
  } finally {
    await graph.close();
  }
}
