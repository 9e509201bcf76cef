import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RUN } from '../document/documents.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { moreSlowly } from '../slowly.js';
import { CommandBench } from './fixture/command.js';

const PRECOMPILE = '0x0000000000000000000000000000000000000001';
/** Other tests spawn these: they run until they are stopped, or need other servers. */
const ELSEWHERE = ['serve', 'facilitator', 'log witness', 'log file', 'definitions roots'];

/** Elsewhere, commands run in a process that has already loaded them. */
describe('the command line in a process of its own', () => {
  const bench = new CommandBench();
  const bundle = join(bench.directory, 'bundle.json');
  let node: SimulatedNode;
  beforeAll(async () => {
    await bench.storeDemo();
    node = await startSimulatedNode({ seed: 64, firstBlock: 1_000, era: 'modern' });
    await node.chain.extend(3);
    const made = await bench.run(['keys', 'create', 'one', '--plan', 'intelligence']);
    expect(made.code).toBe(0);
    const claim = ['proof', 'export', PRECOMPILE, 'address_nature:precompile', '--out', bundle];
    expect((await bench.run(claim)).code).toBe(0);
    writeFileSync(
      list(),
      `address,entity,programmes,listed\n0x${'a1'.repeat(20)},Somebody,TEST,2026-11-01\n`,
    );
    writeFileSync(prices(), `asset,time,usd\nETH,1700000000,2500\n`);
  });
  afterAll(async () => {
    await bench.close();
    await node.stop();
  });

  const list = () => join(bench.directory, 'list.csv');
  const prices = () => join(bench.directory, 'prices.csv');
  const runHere: readonly (readonly [command: string, parameters: () => readonly string[], said: RegExp])[] =
    [
      ['status', () => [], /^head \d+ 0x/],
      ['history', () => [PRECOMPILE], /address_nature:precompile/],
      ['migrate', () => [], /\n$/],
      ['openapi', () => [], /"openapi": ?"3/],
      ['divide', () => [], /^nothing to divide$/m],
      ['rebuild', () => ['transaction'], /transaction is rebuilt/],
      ['keys show', () => ['1'], /^state +valid$/m],
      ['keys revoke', () => ['1'], /key 1 is revoked/],
      [
        'registries import',
        () => ['csv', list(), '--from-block', '99000000', '--out', join(bench.directory, 'list.yaml')],
        /version 1\.2\.0 counts from block 99000000\n1 addresses begin/,
      ],
      ['prices import', () => [prices(), '--source', 'a test'], /imported\n$/],
      ['proof show', () => [PRECOMPILE, 'address_nature:precompile'], /address_nature:precompile/],
      ['verify', () => [bundle], /V4 {2}holds/],
    ];

  /** The first lanes run the others in a process that has loaded them. */
  const spawned = moreSlowly(runHere, 2).map(([command]) => command);

  it.each(runHere)('runs %s', async (command, parameters, said) => {
    const words = [...command.split(' '), ...parameters()];
    const { code, out, err } = await (spawned.includes(command) ? bench.spawned(words) : bench.run(words));
    expect([code, err]).toEqual([0, expect.not.stringMatching(/\n\s+at /)]);
    expect(out).toMatch(said);
  });

  it.each(['serve', 'ingest', 'migrate', 'rebuild transaction', 'reevaluate', 'status', 'keys list'])(
    'refuses %s with RPC_URLS on a database that holds the demo chain',
    async (command) => {
      const { code, out, err } = await bench.run(command.split(' '), { RPC_URLS: node.url });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain('(DATABASE_URL) cannot be used: it holds the demo chain');
    },
  );

  it('runs ingest', async () => {
    const { code, out } = await bench.spawned(['ingest', '--from', '1000'], {
      ...{ RPC_URLS: node.url, DATABASE_URL: '' },
      DATA_DIR: join(bench.directory, 'simulated'),
    });
    expect([code, out]).toEqual([0, expect.stringMatching(/^3 of 3 blocks stored\n/)]);
  });

  it('has every command tested here or shown in the documents', async () => {
    const documents = RUN.map((name) => readFileSync(name, 'utf8')).join();
    const names = async (...group: string[]): Promise<readonly string[]> => {
      const { out } = await bench.run([...group, '--help']);
      const [, listed = ''] = out.split('Commands:\n');
      return [...listed.matchAll(/^ {2}([a-z]+)/gm)]
        .map(([, name]) => name!)
        .filter((name) => name !== 'help');
    };
    const commands: string[] = [];
    for (const name of await names()) {
      const below = await names(name);
      commands.push(...(below.length > 0 ? below.map((one) => `${name} ${one}`) : [name]));
    }
    expect(commands.length).toBeGreaterThan(20);
    const tested = new Set([...ELSEWHERE, 'ingest', ...runHere.map(([name]) => name)]);
    const documented = (command: string) => documents.includes(`npm run --silent cli -- ${command}`);
    expect(commands.filter((command) => !tested.has(command) && !documented(command))).toEqual([]);
  });
});
