import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { compareWithNodes, namedNodes } from '../../src/comparison/compare-with-nodes.js';
import { comparedBlocks } from '../../src/comparison/compared-block.js';
import { runProgram } from '../../src/comparison/run-program.js';
import { slotFrom } from '../../src/domain/canonicity/mainnet-slots.js';
import { published } from '../../src/verifier/published.js';
import { type Verification, verifyBundle } from '../../src/verifier/verify-bundle.js';

const exec = promisify(execFile);
const VERIFY = join(process.cwd(), 'dist', 'src', 'verify.js');
const OTHER = `0x${'5a'.repeat(32)}`;

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Answer = (path: string, asked: { method?: string; params?: unknown[] }) => unknown;

/** A bundle of three blocks of the demo chain. */
const text = `${brotliDecompressSync(
  readFileSync(join(process.cwd(), 'test', 'verifier', 'bundles-26c10a8.jsonl.br')),
)
  .toString()
  .split('\n')[5]!}\n`;

describe('a bundle that is compared with nodes of its reader', () => {
  const directory = mkdtempSync(join(tmpdir(), 'own-nodes-'));
  const file = join(directory, 'bundle.json');
  const servers: Server[] = [];
  let verification: Extract<Verification, { outcome: 'verified' }>;
  let byNumber: ReadonlyMap<string, string>;
  let bySlot: ReadonlyMap<number, string>;
  const asked: { path: string; authorization: string | undefined }[] = [];

  beforeAll(async () => {
    writeFileSync(file, text);
    verification = (await verifyBundle(text)) as typeof verification;
    const blocks = comparedBlocks(verification);
    expect(blocks.map(({ number }) => number)).toEqual([25_000_116, 25_000_117, 25_000_120]);
    byNumber = new Map(blocks.map(({ number, hash }) => [`0x${number.toString(16)}`, hash]));
    bySlot = new Map(blocks.map(({ timestamp, hash }) => [slotFrom(timestamp), hash]));
  });
  afterEach(async () => {
    asked.length = 0;
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** @param answer falsy for 404, an Error for status 500, otherwise the body, as JSON unless it is text */
  const serve = async (answer: Answer): Promise<string> => {
    const server = createServer((request, response) => void reply(request, response, answer));
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  async function reply(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({ path: request.url!, authorization: request.headers.authorization });
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
    const answered = answer(request.url!, body);
    response.statusCode = !answered ? 404 : answered instanceof Error ? 500 : 200;
    response.end(typeof answered === 'string' ? answered : JSON.stringify(answered || {}));
  }

  const rpc =
    (block: (number: string) => unknown, chainId = '0x1'): Answer =>
    (_, { method, params }) => ({
      ...{ jsonrpc: '2.0', id: 1 },
      result: method === 'eth_chainId' ? chainId : block(params![0] as string),
    });
  const honest = (number: string) => ({ number, hash: byNumber.get(number) });

  const genesis = {
    genesis_time: '1606824023',
    genesis_validators_root: '0x4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95',
  };
  const beacon =
    (body: (slot: number) => unknown, more: object = {}): Answer =>
    (path) => {
      if (path.endsWith('/genesis')) return { data: genesis };
      const slot = Number(path.split('/').at(-1));
      const answered = body(slot);
      return answered && { ...more, data: { message: { slot: `${slot}`, body: answered } } };
    };
  const payload = (slot: number) =>
    bySlot.has(slot) && { execution_payload_header: { block_hash: bySlot.get(slot) } };

  /** Runs the program in its own process, as users do. */
  const execute = async (...options: string[]): Promise<Ended> => {
    try {
      const { stdout, stderr } = await exec(process.execPath, [VERIFY, file, ...options]);
      return { code: 0, out: stdout, err: stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, out: stdout, err: stderr };
    }
  };
  /** Runs the program in this process, which has already loaded it. */
  const verify = async (...options: string[]): Promise<Ended> => {
    const { log, error } = console;
    const [out, err]: [string[], string[]] = [[], []];
    console.log = (line) => out.push(`${line}\n`);
    console.error = (line) => err.push(`${line}\n`);
    try {
      const code = await runProgram([file, ...options], published);
      return { code, out: out.join(''), err: err.join('') };
    } finally {
      Object.assign(console, { log, error });
    }
  };
  const lastLine = ({ out }: { out: string }) => out.trimEnd().split('\n').at(-1);

  it('passes if both nodes have its blocks', async () => {
    const [execution, consensus] = [await serve(rpc(honest)), await serve(beacon(payload))];
    const run = await execute('--rpc', execution, '--beacon', consensus);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain(`rpc       agrees        ${new URL(execution).host} has these 3 blocks\n`);
    expect(lastLine(run)).toBe(`beacon    agrees        ${new URL(consensus).host} has these 3 blocks`);
  });

  it('fails with status 17 and the hash of the node if a node has another block', async () => {
    const lying = (number: string) => ({ ...honest(number), ...(number === '0x17d78b5' && { hash: OTHER }) });
    const execution = await serve(rpc(lying));
    const run = await execute('--rpc', execution);
    expect(run.code).toBe(17);
    expect(lastLine(run)).toBe(
      `rpc       DIFFERS       ${new URL(execution).host} has another block 25000117: ${OTHER}`,
    );
    const other = (slot: number) => payload(slot) && { execution_payload_header: { block_hash: OTHER } };
    expect(await verify('--beacon', await serve(beacon(other)))).toMatchObject({ code: 17 });
  });

  it('is refused by a node although another agrees or does not answer', async () => {
    const lying = await serve(rpc((number) => ({ number, hash: OTHER })));
    expect(await verify('--rpc', lying, '--beacon', await serve(beacon(payload)))).toMatchObject({
      code: 17,
    });
    expect(await verify('--rpc', lying, '--beacon', 'http://127.0.0.1:1')).toMatchObject({ code: 17 });
  });

  it.each<[string, Answer | undefined, string]>([
    ['that is dead', undefined, 'fetch failed'],
    ['that is broken', () => new Error('broken'), 'HTTP status 500'],
    ['that answers with a page', () => '<html>', 'the answer is not JSON'],
    ['of another chain', rpc(honest, '0xaa36a7'), 'it serves chain 0xaa36a7, not mainnet'],
    ['that refuses', () => ({ id: 1, error: { code: -32_601, message: 'no' } }), 'eth_chainId: no'],
    ['without the block', rpc(() => null), 'it has no such block'],
    [
      'that gives another number',
      rpc((number) => ({ ...honest(number), number: '0x1' })),
      'with another number',
    ],
    ['that gives no hash', rpc((number) => ({ number })), 'it answered without a hash'],
  ])('is not compared with a node %s: status 18', async (_, answer, reason) => {
    const url = answer === undefined ? 'http://127.0.0.1:1' : await serve(answer);
    const run = await verify('--rpc', url);
    expect(run).toMatchObject({ code: 18, err: '' });
    expect(lastLine(run)).toMatch(/^rpc {7}not compared {2}127\.0\.0\.1:\d+, block 25000116: /);
    expect(lastLine(run)).toContain(reason);
  });

  it.each<[string, Answer, string]>([
    [
      'of another chain',
      () => ({ data: { ...genesis, genesis_time: '1' } }),
      'not serve the beacon chain of mainnet',
    ],
    ['without the slot', beacon(() => undefined), 'it has no block of slot 14200436'],
    [
      'that is optimistic',
      beacon(payload, { execution_optimistic: true }),
      'has not verified the payload itself',
    ],
    ['without payloads', beacon(() => ({ graffiti: OTHER })), 'it answered without a hash'],
  ])('is not compared with a beacon node %s', async (_, answer, reason) => {
    const run = await verify('--beacon', await serve(answer));
    expect(run.code).toBe(18);
    expect(lastLine(run)).toContain(reason);
  });

  it('is compared as far as the node answers', async () => {
    const some = await serve(rpc((number) => (number === '0x17d78b4' ? null : honest(number))));
    expect(lastLine(await verify('--rpc', some))).toMatch(/it has no such block; it has 2 of the blocks$/);
  });

  it('is not compared if it does not verify', async () => {
    const execution = await serve(rpc(honest));
    writeFileSync(file, text.replace(/"subject":"0x./, '"subject":"0xe'));
    expect((await verify('--rpc', execution)).code).toBeLessThan(15);
    writeFileSync(file, text);
    expect(asked).toEqual([]);
  });

  it('is compared with credentials that are sent to the node and not shown', async () => {
    const url = (await serve(rpc(honest))).replace('//', '//user:s%40cret@');
    const run = await verify('--rpc', url);
    expect(run.out).not.toContain('cret');
    expect(asked[0]!.authorization).toBe(`Basic ${Buffer.from('user:s@cret').toString('base64')}`);
    const dead = await verify('--rpc', 'http://user:s%40cret@127.0.0.1:1');
    expect(dead.out + dead.err).not.toContain('cret');
  });

  it('is compared without showing a key that is a subdomain, or that the node repeats', async () => {
    const key = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
    // The report is ASCII: left-out text is a question mark.
    const away = await verify('--rpc', `http://${key}.node.invalid/${key}`);
    expect(lastLine(away)).toMatch(/^rpc {7}not compared {2}\?\.node\.invalid, block 25000116: fetch failed/);
    const refusal = { id: 1, error: { message: `no access for ${key}` } };
    const refused = await verify('--rpc', `${await serve(() => refusal)}/${key}`);
    expect(lastLine(refused)).toContain('eth_chainId: no access for ?');
    expect(away.out + away.err + refused.out + refused.err).not.toContain(key);
  });

  it.each([
    ['--foo', 'Unknown option .--foo'],
    ['more.json', 'Name one bundle\\.'],
    ['--rpc http://a --rpc http://b', 'Name --rpc once\\.'],
    [
      '--log nowhere',
      '--log must be a key \\(name\\+hash\\+key\\) or a file with one: there is no such file',
    ],
  ])('says of %s what is wrong', async (options, sentence) => {
    const { code, err } = await verify(...options.split(' '));
    expect([code, err]).toEqual([2, expect.stringMatching(`^${sentence}`)]);
  });

  it.each([
    ['--rpc', 'ftp://node'],
    ['--beacon', 'node'],
    ['--rpc'],
    ['--rpc', 'http://a', '--rpc', 'http://b'],
  ])('is not even read with %s %s', async (...options) => {
    expect(await verify(...(options as string[]))).toMatchObject({ code: 2 });
  });

  describe('since Gloas', () => {
    /** Serves a block after each requested one, which names the revealed payload as its parent. */
    const compared = async (parentOf: (slot: number) => unknown) => {
      const url = await serve(
        beacon((slot) => {
          const parent = parentOf(slot);
          return (
            parent && {
              signed_execution_payload_bid: { message: { block_hash: OTHER, parent_block_hash: parent } },
            }
          );
        }),
      );
      return compareWithNodes(verification, namedNodes({ beacon: url }, 14_000_000));
    };
    const revealedBefore = (slot: number) => [...bySlot].filter(([at]) => at < slot).at(-1)?.[1];

    it('has the payload that the next block names as its parent', async () => {
      expect(await compared(revealedBefore)).toMatchObject({ exitCode: 0 });
    });

    it('may have empty slots, and a last payload without a next block', async () => {
      const last = Math.max(...bySlot.keys());
      const later = new Set([...bySlot.keys(), last + 3]);
      expect(await compared((slot) => later.has(slot) && revealedBefore(slot))).toMatchObject({
        exitCode: 0,
      });
      const { exitCode, lines } = await compared((slot) => (slot > last ? undefined : revealedBefore(slot)));
      expect([exitCode, lines[0]]).toEqual([18, expect.stringContaining(`no block after slot ${last} yet`)]);
    });

    it('is refused for a payload that was never revealed', async () => {
      expect(await compared(() => OTHER)).toMatchObject({ exitCode: 17 });
    });
  });
});
