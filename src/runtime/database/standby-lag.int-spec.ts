import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/postgres/embedded/start-embedded-postgres.js';
import { createPool } from '../../platform/postgres/pool.js';
import { standbyLag } from './standby-lag.js';

const BLOCKS = 20;
const SETTINGS = { fsync: 'off', shared_buffers: '16MB' };

interface Server {
  readonly postgres: EmbeddedPostgres;
  readonly pool: Pool;
}

let directory: string;
const running = new Set<Server>();

async function start(name: string): Promise<Server> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, name), settings: SETTINGS });
  const server = { postgres, pool: createPool(postgres.url) };
  running.add(server);
  return server;
}

async function stop(server: Server): Promise<void> {
  running.delete(server);
  await server.pool.end();
  await server.postgres.stop();
}

const filesOf = (name: string): string => join(directory, name, 'server');

/** From its next start on. */
function makeStandby(name: string): void {
  const data = join(filesOf(name), 'pgdata');
  const signal = join(data, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(data);
  chownSync(signal, uid, gid);
}

/** Of a server that is stopped. */
function copyAsStandby(from: string, to: string): void {
  mkdirSync(join(directory, to), { recursive: true });
  execFileSync('cp', ['-a', filesOf(from), filesOf(to)]);
  makeStandby(to);
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'chainproof-standby-'));
  chmodSync(directory, 0o755);
});
afterAll(async () => {
  for (const server of running) await stop(server);
  rmSync(directory, { recursive: true, force: true });
});

describe('the lag of a standby', () => {
  it('is that behind the server at DATABASE_URL, also where that one is in recovery itself', async () => {
    const empty = await start('primary');
    await empty.pool.query('CREATE TABLE canonical_block (number int8)');
    await stop(empty);
    copyAsStandby('primary', 'stale');
    const stale = await start('stale');

    const primary = await start('primary');
    await primary.pool.query('INSERT INTO canonical_block SELECT generate_series(0, $1::int8 - 1)', [BLOCKS]);
    const behind = await standbyLag(stale.pool, primary.pool);
    expect(behind).toMatchObject({ blocks: BLOCKS });
    expect(behind!.bytes).toBeGreaterThan(0);
    await expect(standbyLag(primary.pool, primary.pool)).rejects.toThrow('is no standby');

    await stop(primary);
    const away = createPool(primary.postgres.url);
    expect(await standbyLag(stale.pool, away)).toBeUndefined();
    await away.end();

    makeStandby('primary');
    const demoted = await start('primary');
    expect(await standbyLag(stale.pool, demoted.pool)).toMatchObject({ blocks: BLOCKS });
  });
});
