import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseCheckpoint } from '../../src/tlog/checkpoint.js';
import { parseVerifierKey, requireSignature } from '../../src/tlog/note-key.js';
import { parseNote } from '../../src/tlog/signed-note.js';
import { bundleOf, entriesOf } from '../../src/tlog/tile.js';
import { itSlowly } from '../slowly.js';
import { CommandBench, type RunningCommand, until } from './fixture/command.js';

const exec = promisify(execFile);

describe('npm start', () => {
  const bench = new CommandBench();
  beforeAll(() => bench.storeDemo());
  afterAll(() => bench.close());

  it('prints three commands that work, and ends with all that it started', async () => {
    const service = bench.startByNpm({ ACCESS: 'keys' });
    await expectWorking(bench, service);
    await expectStopped(bench, service);
  });
});

/** The documents are run on such a service in the first lanes. */
describe('the service without settings', () => {
  let bench: CommandBench;
  beforeAll(() => {
    bench = new CommandBench();
  });
  afterAll(() => bench.close());

  const demoFile = (...path: string[]): string => join(bench.directory, 'demo', ...path);

  itSlowly('leaves no process behind at Ctrl-C while the database is created', async () => {
    const service = bench.start(['serve']);
    const made = demoFile('postgres');
    await until(() => existsSync(made) && readdirSync(made).some((name) => /partial/.test(name)), 'initdb');
    expect((await service.ended('SIGINT')).code).toBe(130);
    await bench.nothingLeft();
  });

  itSlowly('leaves no process behind at Ctrl-C while the demo chain is played', async () => {
    const service = bench.start(['serve']);
    await until(() => existsSync(demoFile('anvil.pid')), 'anvil');
    expect((await service.ended('SIGINT')).code).toBe(130);
    await bench.nothingLeft();
  });

  itSlowly('stops cleanly while it is catching up', async () => {
    const service = bench.start(['serve'], { LOG_LEVEL: 'info' });
    await service.said('"appended"');
    const { code, out } = await service.ended('SIGTERM');
    expect(code).toBe(0);
    expect(out).not.toContain('is running');
    await bench.nothingLeft();
  });

  itSlowly(
    'prints three commands that work, ends with npm, starts again after that and after a kill, and stops at Ctrl-C',
    async () => {
      const first = bench.startByNpm({ ACCESS: 'keys' });
      await expectWorking(bench, first);
      const height = await head(first);
      await expectStopped(bench, first);

      const killed = await bench.serve();
      expect(await head(killed)).toBeGreaterThanOrEqual(height);
      await killed.ended('SIGKILL');

      const third = await bench.serve();
      expect(await head(third)).toBeGreaterThanOrEqual(height);
      // Under npm one Ctrl-C arrives twice: from the terminal and from npm.
      third.child.kill('SIGINT');
      await third.said('Stopping');
      expect((await third.ended('SIGINT')).code).toBe(0);
      expect(await bench.run(['check'])).toMatchObject({ code: 0, out: 'everything holds\n' });
    },
  );
});

/** Checks what `npm start` printed, what commands say beside it, and that a second service is refused. */
async function expectWorking(bench: CommandBench, first: RunningCommand): Promise<void> {
  await first.said('/coverage\n');
  const lines = [...first.out.matchAll(/^ {2}(curl .*)$/gm)].map(([, line]) => line!);
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const { stdout } = await exec('sh', ['-c', line]);
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['data', 'meta']);
  }
  await requireSignedLog(addressOf(first));
  const [second, status, ingest, onPort] = await Promise.all([
    bench.run(['serve']),
    bench.run(['status']),
    bench.run(['ingest'], { RPC_URLS: '' }),
    bench.run(['serve'], {
      PORT: new URL(addressOf(first)).port,
      DATA_DIR: join(bench.directory, 'demo', 'other'),
    }),
  ]);
  expect(second).toMatchObject({
    code: 1,
    err: expect.stringMatching(/process \d+ already serves/),
  });
  expect(second.err.trim().split('\n')).toHaveLength(1);
  expect(status.out).toMatch(/blocks behind[\s\S]*eth_getBlockByNumber/);
  expect(status.out).toMatch(
    /^transparency log: \d+ of \d+ entries signed at 20\S+Z, claims logged up to block \d+$/m,
  );
  const figures = await (await fetch(`${addressOf(first)}/metrics`)).text();
  expect(figures).toMatch(/^chainproof_log_signed_entries [1-9]\d*$/m);
  expect(figures).toMatch(/^chainproof_log_signed_timestamp_seconds 1\d{9}/m);
  expect(ingest.err).toContain('set RPC_URLS');
  expect(onPort).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^port \d+ is taken by another program: set PORT or PAY_PORT to a free one/),
  });
  expect(existsSync(join(bench.directory, 'demo', 'other'))).toBe(false);
  // The second service did not touch the servers of the first.
  expect((await fetch(`${addressOf(first)}/ready`)).status).toBe(200);
}

/** Stops `npm start` and checks that everything has ended. */
async function expectStopped(bench: CommandBench, first: RunningCommand): Promise<void> {
  // Only npm gets the signal; it must end the service, PostgreSQL and the demo chain.
  expect((await first.ended('SIGTERM')).out).toContain(
    'Stopping: letting the requests and the blocks under way finish.',
  );
  await bench.nothingLeft();
}

const addressOf = ({ out }: RunningCommand): string => /API +(\S+)/.exec(out)![1]!;

/** The key that it printed, or an empty text. */
const keyOf = ({ out }: RunningCommand): string => /cpk_\S+$/m.exec(out)?.[0] ?? '';

async function head(service: RunningCommand): Promise<number> {
  const answer = await fetch(`${addressOf(service)}/api/v1/chains/1/blocks/latest`, {
    headers: { 'x-api-key': keyOf(service) },
  });
  return ((await answer.json()) as { data: { number: number } }).data.number;
}

/** Checks that the log of the demo's claims is signed, and as long as its checkpoint says. */
async function requireSignedLog(url: string): Promise<void> {
  const read = async (path: string) => (await fetch(`${url}/log/${path}`)).text();
  const key = parseVerifierKey(await read('key'));
  const checkpoint = async () => parseNote(await read('checkpoint'));
  await until(async () => parseCheckpoint((await checkpoint()).text).size > 0, 'leaves of the log');
  const note = await checkpoint();
  requireSignature(note, key);
  const { origin, size } = parseCheckpoint(note.text);
  expect(origin).toBe(key.name);
  const tile = (width: number) => fetch(`${url}/log/tile/entries/000.p/${width}`);
  const bundle = Buffer.from(await (await tile(size)).arrayBuffer());
  expect(entriesOf(bundle)).toHaveLength(size);
  expect(bundleOf(entriesOf(bundle))).toEqual(bundle);
  expect((await tile(size + 200)).status).toBe(404);
}
