import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';

const CLI = join(process.cwd(), 'dist', 'src', 'cli.js');
const exec = promisify(execFile);

let directory: string;
const children: ChildProcess[] = [];

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'chainproof-service-'));
  chmodSync(directory, 0o755);
});
afterEach(async () => {
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) await killed(child);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function killed(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: directory,
  PORT: '0',
  LOG_LEVEL: 'warn',
  NODE_OPTIONS: '',
  ...more,
});

/** Starts `serve` and resolves with what it printed once it has said how to try it. */
async function serve(): Promise<{ child: ChildProcess; introduction: string }> {
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let introduction = '';
  for await (const chunk of child.stdout!) {
    introduction += String(chunk);
    if (introduction.includes('/coverage\n')) return { child, introduction };
  }
  throw new Error(`serve ended: ${introduction}`);
}

async function stopped(child: ChildProcess): Promise<number | null> {
  child.kill('SIGINT');
  return ((await once(child, 'exit')) as [number | null])[0];
}

/** Runs a command to its end; never rejects. */
async function run(
  parameters: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: number; out: string; err: string }> {
  try {
    const { stdout, stderr } = await exec(process.execPath, [CLI, ...parameters], { env: environment(more) });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

async function head(introduction: string): Promise<number> {
  const url = /curl -s (\S+\/blocks\/latest)/.exec(introduction)![1]!;
  return ((await (await fetch(url)).json()) as { data: { number: number } }).data.number;
}

describe('the service with nothing set', () => {
  it('prints three lines that work, stops at Ctrl-C, continues after it, and after a kill', async () => {
    const first = await serve();
    const lines = [...first.introduction.matchAll(/^ {2}(curl .*)$/gm)].map(([, line]) => line!);
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { stdout } = await exec('sh', ['-c', line]);
      expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['data', 'meta']);
    }
    expect((await run(['status'])).out).toMatch(/eth_getBlockByNumber/);
    expect((await run(['ingest'], { RPC_URLS: '' })).err).toContain('set RPC_URLS');
    const height = await head(first.introduction);
    expect(await stopped(first.child)).toBe(0);

    const second = await serve();
    expect(await head(second.introduction)).toBeGreaterThanOrEqual(height);
    await killed(second.child);

    const third = await serve();
    expect(await head(third.introduction)).toBeGreaterThanOrEqual(height);
    expect(await stopped(third.child)).toBe(0);
    const check = await run(['check']);
    expect(check).toMatchObject({ code: 0, out: 'everything holds\n' });
  }, 120_000);
});

describe('ingesting ranges from the command line', () => {
  let node: SimulatedNode;
  let rpc: NodeJS.ProcessEnv;

  beforeAll(async () => {
    node = await startSimulatedNode({ seed: 61, firstBlock: 1_000, era: 'modern' });
    await node.chain.extend(120);
    rpc = { RPC_URLS: node.url };
  });
  afterAll(() => node.stop());

  it('fills them in any order, says so, and knows its gaps', async () => {
    expect(await run(['ingest', '--from', '1080', '--to', '1089'], rpc)).toMatchObject({
      code: 0,
      out: '10 of 10 blocks stored\n',
    });
    expect((await run(['ingest', '--from', '1020', '--to', '1039'], rpc)).out).toBe(
      '20 of 20 blocks stored\n',
    );
    expect((await run(['status'], { ...rpc, FIRST_BLOCK: '1000' })).out).toMatch(
      /blocks +1020\.\.1039, 1080\.\.1089 +1000\.\.1019, 1040\.\.1079/,
    );
    expect((await run(['ingest', '--from', '1020', '--to', '1089'], rpc)).out).toBe(
      '40 of 40 blocks stored\n',
    );
    expect((await run(['ingest', '--from', '1020', '--to', '1089'], rpc)).out).toContain('nothing to ingest');
    expect((await run(['rebuild', 'transaction'], rpc)).out).toBe('transaction is rebuilt\n');
    expect(await run(['check'], rpc)).toMatchObject({ code: 0, out: 'everything holds\n' });
  }, 60_000);

  it.each([
    ['a range beyond the head', ['ingest', '--to', '99999'], {}, "node's head is block 1119"],
    ['a block number that is none', ['ingest', '--from', '0x10'], {}, '--from must be a block number'],
    ['an unknown projection', ['rebuild', 'nothing'], {}, 'choose one of block, transaction'],
    [
      'a node that cannot be reached',
      ['ingest'],
      { RPC_URLS: 'http://127.0.0.1:9' },
      'no execution node can be reached',
    ],
    ['a setting that cannot be used', ['status'], { PORT: 'many' }, 'PORT must be a port number'],
    [
      'a database that cannot be reached',
      ['migrate'],
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/x' },
      'ECONNREFUSED',
    ],
  ])('refuses %s in one line, with status 1', async (_, parameters, more, said) => {
    const { code, err } = await run(parameters, { ...rpc, ...more });
    expect(code).toBe(1);
    expect(err).toContain(said);
    expect(err).not.toMatch(/\n\s+at |secret/);
  });
});
