import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findPostmaster } from '../../src/platform/postgres/embedded/postmaster.js';
import { bounded } from '../bounded.js';
import { findSamples, type Samples } from '../conformance/samples.js';
import { ServiceClient } from '../conformance/service-client.js';
import { earlierVersion } from '../fixture/earlier-version.js';
import { sharedChain } from '../shared/demo-chain.js';
import { CommandBench } from './fixture/command.js';
import { sampledAnswers } from './fixture/sampled-answers.js';

const run = promisify(execFile);
const KILLS = 20;
const COMMIT = '26c10a8';
const earlier = bounded(
  () => undefined,
  () => earlierVersion(COMMIT),
)();
const withEarlier = earlier === undefined ? describe.skip : describe;
const name = `a data directory of version ${COMMIT} (skipped without --long, its commit or its packages)`;

/** Methods to compare. The earlier version stored no failed precompile calls and has other definitions; reports state their time. */
const ofBoth = ({ listFailedFrames, getDefinition, getAddressReport, ...both }: Samples): Samples => both;

withEarlier(name, () => {
  const benches: CommandBench[] = [];
  let rpc: NodeJS.ProcessEnv;
  let filled: CommandBench;
  let samples: Samples;
  let fresh: Awaited<ReturnType<typeof everythingOf>>;
  let durationMs: number;

  const newBench = (): CommandBench => {
    const bench = new CommandBench();
    benches.push(bench);
    return bench;
  };

  const restored = async ({ directory }: CommandBench): Promise<CommandBench> => {
    const bench = newBench();
    const backup = join(bench.directory, 'backup.tgz');
    await run('tar', ['-czf', backup, '-C', directory, 'mainnet']);
    await run('tar', ['-xzf', backup, '-C', bench.directory]);
    return bench;
  };

  const done = async (bench: CommandBench, ...parameters: string[]): Promise<string> => {
    const { code, out, err } = await bench.spawned(parameters, rpc);
    if (code !== 0) throw new Error(`${parameters.join(' ')} ended with ${code}: ${err}`);
    return out;
  };

  /** Output of commands and methods, after the node has answered all open questions. */
  async function everythingOf(bench: CommandBench) {
    const digest = await done(bench, 'digest');
    await done(bench, 'ingest');
    const check = await done(bench, 'check');
    const service = bench.start(['serve'], rpc);
    await service.said('/coverage\n');
    const url = /API +(http:\/\/[^/\s]+)/.exec(service.out)![1]!;
    samples ??= ofBoth(await findSamples(new ServiceClient(url)));
    const answers = await sampledAnswers(url, samples);
    expect(await service.ended('SIGTERM')).toMatchObject({ code: 0 });
    return { digest, check, answers, last: await done(bench, 'digest') };
  }

  beforeAll(async () => {
    const chain = await sharedChain();
    filled = newBench();
    const genesisFile = join(filled.directory, 'genesis.json');
    writeFileSync(genesisFile, JSON.stringify(chain.genesis));
    rpc = { RPC_URLS: chain.url, FIRST_BLOCK: `${chain.firstBlock}`, GENESIS_FILE: genesisFile };
    const env = { ...process.env, ...rpc, DATA_DIR: filled.directory, LOG_LEVEL: 'warn', NODE_OPTIONS: '' };
    for (const parameters of [['ingest'], ['keys', 'create', 'reader', '--plan', 'enriched-data']])
      await run(process.execPath, [earlier!, ...parameters], { env });
    const other = newBench();
    await done(other, 'ingest');
    fresh = await everythingOf(other);
    expect(fresh.check).toBe('everything holds\n');
    expect(Object.keys(fresh.answers).length).toBeGreaterThan(500);
  });
  afterAll(async () => {
    for (const bench of benches) await bench.close();
  });

  it('becomes the store that this version makes of the same blocks, and can be restored from a backup', async () => {
    const bench = await restored(filled);
    const startedAt = performance.now();
    await done(bench, 'migrate');
    durationMs = performance.now() - startedAt;
    const copy = await restored(bench);
    for (const upgraded of [bench, copy]) {
      expect(await everythingOf(upgraded)).toEqual(fresh);
      expect(await done(upgraded, 'keys', 'list')).toMatch(/reader.*valid/);
    }
  });

  it(`becomes the same when the upgrade or its PostgreSQL is killed ${KILLS} times`, async () => {
    const killed: string[] = [];
    for (let copies = 1; killed.length < KILLS; copies++) {
      const bench = await restored(filled);
      for (;;) {
        const upgrade = bench.start(['migrate'], rpc);
        // Kills come at all times, more often early ones, so copies are killed several times before they are complete.
        await setTimeout(Math.random() ** 2 * durationMs);
        const server = findPostmaster(join(bench.directory, 'mainnet', 'postgres', 'server', 'pgdata'));
        if (killed.length === KILLS || upgrade.child.exitCode !== null) {
          expect(await upgrade.endedByItself()).toMatchObject({ code: 0 });
          break;
        }
        if (server && Math.random() < 0.3) {
          process.kill(server.identity.pid, 'SIGKILL');
          await upgrade.endedByItself();
        } else await upgrade.ended('SIGKILL');
        killed.push(`copy ${copies}: ${upgrade.err.trimEnd().split('\n').at(-1)}`);
      }
      expect(await everythingOf(bench)).toEqual(fresh);
    }
    console.log(`last words of the killed, none before the log is folded:\n${killed.join('\n')}`);
  });
});
