import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { appendRoots } from '../../src/cli/definitions/append-roots.js';
import { readRoots } from '../../src/domain/canonicity/canonical-roots.js';
import { CommandBench } from '../e2e/fixture/command.js';

const SHIPPED = 'definitions/canonicity/eras.txt';
const LODESTAR = '/eth/v1/lodestar/states/finalized/historical_summaries';
const NIMBUS = '/nimbus/v1/debug/beacon/states/finalized/historical_summaries';
const WHOLE = '/eth/v2/debug/beacon/states/finalized';
const FIRST_ERA = 758;

/** What a beacon node answers, by path. */
interface Served {
  path: string;
  roots: readonly string[];
  isOptimistic?: boolean;
}

const known = [...readRoots(readFileSync(SHIPPED, 'latin1'))]
  .filter(([era]) => era >= FIRST_ERA)
  .map(([, root]) => root.toString('hex'));
const last = FIRST_ERA + known.length - 1;
const made = (at: number) => (at + 0xab).toString(16).padStart(64, '0');
const servers: Server[] = [];
const urls: string[] = [];
let served: [Served, Served];
let directory: string;
let file: string;

beforeAll(async () => {
  for (const at of [0, 1] as const) {
    const server = createServer((request, response) => {
      const { path, roots, isOptimistic = false } = served[at];
      if (request.url !== path) return response.writeHead(404).end('{"code":404}');
      const summaries = roots.map((root) => ({
        block_summary_root: `0x${root}`,
        state_summary_root: `0x${'5a'.repeat(32)}`,
      }));
      const state = {
        validators: Array.from({ length: 2_000 }, () => ({ pubkey: '0x00', historical_summaries: [{}] })),
        historical_roots: [`0x${'11'.repeat(32)}`],
        historical_summaries: summaries,
        pending_deposits: [{ amount: '1' }],
      };
      const data = path === WHOLE ? state : { slot: '1', historical_summaries: summaries, proof: ['0x00'] };
      return response.end(JSON.stringify({ version: 'fulu', execution_optimistic: isOptimistic, data }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  directory = mkdtempSync(join(tmpdir(), 'chainproof-roots-'));
  file = join(directory, 'eras.txt');
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(directory, { recursive: true });
});
beforeEach(() => copyFileSync(SHIPPED, file));

it.each([LODESTAR, NIMBUS, WHOLE])(
  'appends the eras that both nodes know, where one gives them at %s',
  async (path) => {
    served = [
      { path, roots: [...known, made(1), made(2), made(3)] },
      { path: WHOLE, roots: [...known, made(1), made(2)] },
    ];
    expect(await appendRoots(urls, file)).toContain(`2 eras appended`);
    expect(readFileSync(file, 'latin1')).toBe(
      `${readFileSync(SHIPPED, 'latin1')}${last + 1} ${made(1)}\n${last + 2} ${made(2)}\n`,
    );
    expect([...readRoots(readFileSync(file, 'latin1')).keys()].at(-1)).toBe(last + 2);
    expect(await appendRoots(urls, file)).toContain(`0 eras appended`);
  },
);

it.each<[string, Served, RegExp]>([
  [
    'states another root of an era in the list',
    { path: NIMBUS, roots: [...known.with(7, made(7)), made(1)] },
    new RegExp(`states another root of era ${FIRST_ERA + 7} than the list`),
  ],
  [
    'lacks an era in the list',
    { path: WHOLE, roots: known.slice(0, -1) },
    new RegExp(`does not know era ${last}, which is in the list`),
  ],
  [
    'states another new root than the first',
    { path: WHOLE, roots: [...known, made(1), made(3)] },
    new RegExp(`state other roots of era ${last + 2}: one of them is false`),
  ],
  [
    'has not verified its blocks',
    { path: LODESTAR, roots: [...known, made(1)], isOptimistic: true },
    /has not verified the blocks its state rests on/,
  ],
  ['states what is no root', { path: LODESTAR, roots: [...known, 'ab'] }, /block_summary_root is "0xab"/],
  ['does not offer its state', { path: '/', roots: [] }, /HTTP status 404/],
])('writes nothing if a node %s', async (_, second, reason) => {
  served = [{ path: LODESTAR, roots: [...known, made(1), made(2)] }, second];
  await expect(appendRoots(urls, file)).rejects.toThrow(reason);
  expect(readFileSync(file)).toEqual(readFileSync(SHIPPED));
});

it('is a command that needs two beacon nodes, and leaves the list as it is if no era ended since', async () => {
  const bench = new CommandBench();
  served = [
    { path: LODESTAR, roots: known },
    { path: WHOLE, roots: known },
  ];
  const before = readFileSync(SHIPPED);
  const run = (nodes: string) =>
    bench.run(['definitions', 'roots'], { RPC_URLS: 'http://127.0.0.1:1', BEACON_URLS: nodes });
  try {
    expect(await run(urls.join())).toMatchObject({
      code: 0,
      out: expect.stringMatching(/canonicity\/eras\.txt: 0 eras appended, as .* state them; the last is \d+/),
    });
    for (const nodes of ['', urls[0]!])
      expect(await run(nodes)).toMatchObject({
        code: 1,
        err: expect.stringContaining('two beacon nodes must agree'),
      });
    expect(readFileSync(SHIPPED)).toEqual(before);
  } finally {
    await bench.close();
  }
});
