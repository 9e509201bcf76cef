import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { ask } from './fixture/ask.js';
import { CommandBench, type RunningCommand, until } from './fixture/command.js';
import { wrongKeys } from './fixture/keys.js';

const FIRST = 1_000;
const LATEST = '/api/v1/chains/1/blocks/latest';

describe('keys from the command line', () => {
  let bench: CommandBench;
  let node: SimulatedNode;
  let database: TestDatabase;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    bench = new CommandBench();
    node = await startSimulatedNode({ seed: 63, firstBlock: FIRST, parentHash: NO_PARENT, era: 'modern' });
    await node.chain.extend(20);
    database = await createDatabase({ migrated: true });
    environment = {
      ...{ RPC_URLS: node.url, DATABASE_URL: database.url, FIRST_BLOCK: `${FIRST}` },
      ...{ ACCESS: 'keys', LOG_LEVEL: 'trace' },
    };
  });
  afterAll(async () => {
    await bench.close();
    await node.stop();
    await database.drop();
  });

  const keys = (...parameters: string[]) => bench.run(['keys', ...parameters], environment);
  const made = async (...parameters: string[]): Promise<string> => {
    const { out, code, err } = await keys('create', ...parameters);
    expect([code, err]).toEqual([0, expect.stringContaining('cannot be shown again')]);
    expect(out).toMatch(/^cpk_[\w-]{43}\n$/);
    expect(err).not.toContain(out.trim());
    return out.trim();
  };

  it('are said to be none where there are none, as payments and definition sets are', async () => {
    const listed = await Promise.all(
      [['keys', 'list'], ['payments'], ['definitions', 'sets']].map((words) => bench.run(words, environment)),
    );
    expect(listed.map(({ out, code }) => [out.replace(/:.*/, '').trim(), code])).toEqual([
      ['there are no keys yet', 0],
      ['there are no payments yet', 0],
      ['there are no definition sets yet', 0],
    ]);
  });

  it('R-042, R-047: are created, listed, shown and revoked, and work at a running service meanwhile', async () => {
    const service = await bench.serve(environment);
    const baseUrl = /API +(\S+)/.exec(service.out)![1]!;
    const status = async (key: string) =>
      (await ask(baseUrl, LATEST, { headers: { 'x-api-key': key } })).status;
    const low = await made('Some\u202e One', '--plan', 'enriched-data', '--requests', '50', '--window', '10');
    const high = await made('other', '--plan', 'intelligence', '--expires', '2099-01-31');
    await until(
      async () => (await status(low)) === 200 && (await status(high)) === 200,
      'the keys to be known',
    );
    const { out: listed } = await keys('list');
    expect(listed).toMatch(
      /1 +Some\\u\{202e\} One +valid +Enriched Data +50 in 10 s +\S+ \S+Z +never +\d{4}-/,
    );
    expect(listed).toMatch(/2 +other +valid +Intelligence +600 in 60 s +\S+ \S+Z +2099-01-31 00:00Z/);
    expect((await keys('revoke', '1')).out).toBe('key 1 is revoked\n');
    await until(async () => (await status(low)) === 401, 'the revocation to be known');
    expect(await status(high)).toBe(200);
    expect((await keys('show', '1')).out).toMatch(/^state +revoked$/m);
    expect((await keys('revoke', '1')).err).toContain('no key 1 that could be revoked');
    expect(await noise(service, baseUrl, [low, high])).not.toMatch(/cpk_/);
    expect((await service.ended('SIGINT')).code).toBe(0);
  });

  /** Sends keys in every part of a request. Resolves with everything that the service logged and answered. */
  async function noise(service: RunningCommand, baseUrl: string, valid: readonly string[]): Promise<string> {
    for (const key of valid.flatMap((one) => [one, ...Object.values(wrongKeys(one))])) {
      await ask(baseUrl, LATEST, { headers: { 'x-api-key': key } });
      await ask(baseUrl, LATEST, { headers: { authorization: `Bearer ${key}` } });
      await ask(baseUrl, `${LATEST}?api_key=${encodeURIComponent(key)}`);
      await ask(baseUrl, `/${encodeURIComponent(key)}`);
      await ask(baseUrl, '/health', { headers: { authorization: `Bearer ${key}` }, method: 'POST' });
    }
    // An internal error logs the most.
    const pool = new Pool({ connectionString: database.url });
    await pool.query(
      'ALTER TABLE block RENAME TO whole; CREATE VIEW block AS SELECT * FROM whole WHERE 1 / 0 = 1',
    );
    const failed = await ask(baseUrl, `/api/v1/chains/1/blocks/${FIRST}`, {
      headers: { 'x-api-key': valid[1]! },
    });
    await pool.query('DROP VIEW block; ALTER TABLE whole RENAME TO block');
    await pool.end();
    expect(failed.status).toBe(500);
    await until(() => service.err.includes('"level":"error"'), 'the failure to be told');
    const metrics = await ask(baseUrl, '/metrics');
    const title = existsSync('/proc') ? readFileSync(`/proc/${service.child.pid}/cmdline`, 'utf8') : '';
    return [service.out, service.err, metrics.text, title, failed.text].join('\n');
  }

  it.each([
    ['without a plan', ['create', 'x'], "required option '--plan <plan>' not specified"],
    ['by a slip', ['create', 'x', '--plan', 'intelligence', '--rate', '5'], "unknown option '--rate'"],
    ['that is not there', ['show', '99'], 'there is no key 99'],
  ])('no key is made or shown %s', async (_, parameters, said) => {
    const { code, out, err } = await keys(...parameters);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining(said) });
  });

  it('are invalid without the secret of their creation, and the service says so', async () => {
    const elsewhere = { ...environment, DATA_DIR: join(bench.directory, 'elsewhere'), LOG_LEVEL: 'warn' };
    expect(statSync(join(bench.directory, 'mainnet', 'access.key')).mode & 0o077).toBe(0);
    const service = await bench.serve(elsewhere);
    expect(service.err).toContain('1 API keys were made with another secret');
    await service.ended('SIGINT');
    expect((await bench.run(['keys', 'show', '2'], elsewhere)).out).toMatch(
      /^state +made with another secret$/m,
    );
    expect((await keys('show', '2')).out).toMatch(/^state +valid$/m);
  });
});
