import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linesMissed, runsOf } from '../document/code-fences.js';
import { CommandBench, type RunningCommand } from '../e2e/fixture/command.js';
import { askShared } from '../shared/ask-shared.js';
import { itSlowly } from '../slowly.js';
import { installed, NPM, type Packed, packed } from './packed.js';

const exec = promisify(execFile);
const LATEST = '/api/v1/chains/1/blocks/latest';

type Fetch = (request: Request) => Promise<Response>;

/** The part of the package that this test calls. Its types are generated with it. */
interface Client {
  chainproof(
    url: string,
    options: { key?: string; retries?: number; longestWait?: number; pay?: (fetch: Fetch) => Fetch },
  ): { GET(path: string): Promise<{ response: Response }> };
}

interface Payments {
  payments(payer: { privateKey: string; token: { address: string; most: bigint } }): (fetch: Fetch) => Fetch;
}

describe('the package of the client', () => {
  const directory = mkdtempSync(join(tmpdir(), 'chainproof-client-'));
  const bench = new CommandBench();
  let service: RunningCommand;
  let environment: NodeJS.ProcessEnv;
  let first: Packed;
  let project: string;
  let client: Client;
  let payer: Payments;

  beforeAll(async () => {
    first = await askShared<Packed>('packedClient');
    project = await installed(first, join(directory, 'project'));
    const place = join(project, 'node_modules', '@chainproof', 'client', 'dist');
    client = await import(pathToFileURL(join(place, 'index.js')).href);
    payer = await import(pathToFileURL(join(place, 'payments.js')).href);
    await bench.storeDemo();
    service = await bench.serve({ ACCESS: 'keys' });
    const [, PAYER_KEY, PAY, DOLLAR] =
      /PAYER_KEY=(\w+) node scripts\/pay\.mjs (\S+)\/api\/\S+ (\w+)/.exec(service.out) ?? [];
    const CHAINPROOF = /API +(\S+)/.exec(service.out)![1]!;
    const KEY = /cpk_[\w-]{43}/.exec(service.out)![0];
    environment = { ...NPM, CHAINPROOF, KEY, PAYER_KEY, PAY, DOLLAR };
  });
  afterAll(async () => {
    await bench.close();
    rmSync(directory, { recursive: true, force: true });
  });

  itSlowly('has the same bytes wherever it is built', async () => {
    expect((await packed('client', join(directory, 'another-path'))).hash).toBe(first.hash);
  });

  it('needs no other package', () => {
    const names = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(names).toEqual(['@chainproof']);
  });

  it('calls, reads pages and pays as its README shows', async () => {
    const readme = readFileSync(join(project, 'node_modules', '@chainproof', 'client', 'README.md'), 'utf8');
    const runs = runsOf(readme, 'js');
    expect(runs).toHaveLength(3);
    for (const { script, shown = '' } of runs) {
      writeFileSync(join(project, 'example.js'), script);
      const { stdout } = await exec(process.execPath, ['example.js'], { cwd: project, env: environment });
      expect({ missed: linesMissed(shown, stdout), stdout }).toEqual({ missed: [], stdout });
    }
  });

  it('waits as long as a 429 says, up to its limit', async () => {
    const made = await bench.run([
      'keys',
      'create',
      'short',
      '--plan',
      'enriched-data',
      '--requests',
      '2',
      '--window',
      '2',
    ]);
    const key = /cpk_[\w-]{43}/.exec(made.out)![0];
    const url = environment.CHAINPROOF!;
    const statuses = async (options: { retries?: number; longestWait?: number }, calls: number) => {
      const api = client.chainproof(url, { key, ...options });
      const answers: number[] = [];
      for (let call = 0; call < calls; call++) answers.push((await api.GET(LATEST)).response.status);
      return answers;
    };
    // The service notices a new key within two seconds.
    while ((await statuses({}, 1))[0] === 401) await setTimeout(100);
    expect(await statuses({}, 7)).toEqual(Array(7).fill(200));
    expect(await statuses({ retries: 0 }, 5)).toContain(429);
    expect(await statuses({ longestWait: 0 }, 5)).toContain(429);
  });

  it('pays only in the given token, up to the given amount, and with authorizations that expire soon', async () => {
    const [token, dollar] = [`0x${'ab'.repeat(20)}`, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'] as const;
    const paid: unknown[] = [];
    let price: Readonly<Record<string, string | number>> = { asset: token, amount: '1001' };
    const server = createServer(({ headers, url }, response) => {
      const sent = headers['payment-signature'];
      if (sent) paid.push(JSON.parse(Buffer.from(String(sent), 'base64').toString()).accepted);
      const accepts = {
        ...{ scheme: 'exact', network: 'eip155:1', payTo: `0x${'cd'.repeat(20)}`, maxTimeoutSeconds: 300 },
        ...{ extra: { name: 'Token', version: '1' }, ...price },
      };
      const asked = { x402Version: 2, error: '', resource: { url }, accepts: [accepts] };
      const headersOf = { 'payment-required': Buffer.from(JSON.stringify(asked)).toString('base64') };
      response.writeHead(sent ? 200 : 402, headersOf).end('{"data":{},"meta":{}}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pay = payer.payments({
      privateKey: `0x${'11'.repeat(32)}`,
      token: { address: token, most: 1_000n },
    });
    const called = () => client.chainproof(url, { pay }).GET(LATEST);
    try {
      await expect(called()).rejects.toThrow();
      price = { asset: dollar, amount: '1000' };
      await expect(called()).rejects.toThrow();
      // A text would be appended to the digits of the current time.
      for (const maxTimeoutSeconds of [86_400, '300']) {
        price = { asset: token, amount: '1000', maxTimeoutSeconds };
        await expect(called()).rejects.toThrow();
      }
      expect(paid).toEqual([]);
      price = { asset: token.toUpperCase().replace('X', 'x'), amount: '1000' };
      expect((await called()).response.status).toBe(200);
      expect(paid).toMatchObject([{ amount: '1000' }]);
    } finally {
      server.close();
    }
  });

  it('sends its key to no other server', async () => {
    const keys: unknown[] = [];
    const other = createServer(({ headers }, response) => {
      keys.push(headers['x-api-key']);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{},"meta":{}}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const location = `http://localhost:${(other.address() as AddressInfo).port}/`;
    const server = createServer((_, response) => response.writeHead(307, { location }).end()).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await expect(client.chainproof(url, { key: 'secret' }).GET(LATEST)).rejects.toThrow('fetch failed');
      expect(keys).toEqual([]);
    } finally {
      server.close();
      other.close();
    }
  });

  it('repeats a payment whose answer was lost, and nothing else', async () => {
    const payments: (string | undefined)[] = [];
    const server = createServer(({ headers, socket }, response) => {
      payments.push(headers['payment-signature'] as string | undefined);
      if (payments.length % 2 === 1) socket.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{},"meta":{}}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pay = (fetch: Fetch) => (request: Request) => {
      request.headers.set('payment-signature', 'once');
      return fetch(request);
    };
    try {
      expect((await client.chainproof(url, { pay }).GET(LATEST)).response.status).toBe(200);
      expect(payments).toEqual(['once', 'once']);
      await expect(client.chainproof(url, {}).GET(LATEST)).rejects.toThrow('fetch failed');
      expect(payments).toHaveLength(3);
    } finally {
      server.close();
    }
  });
});
