import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readConfig } from '../../platform/config/config.js';
import { createLogger } from '../../platform/log/logger.js';
import { findFreePort } from '../../platform/process/free-port.js';
import { takeServiceLock } from '../directory/service-lock.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { Preflight } from './preflight.js';

let directory: string;
let taken: Server;
let port: string;
let parts: StartedParts;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'chainproof-preflight-'));
  port = String(await findFreePort());
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(Number(port), '127.0.0.1', resolve));
  parts = new StartedParts();
});
afterEach(async () => {
  await parts.stop();
  await new Promise((resolve) => taken.close(resolve));
  rmSync(directory, { recursive: true });
});

function check(environment: NodeJS.ProcessEnv): Promise<Preflight> {
  const config = readConfig({ DATA_DIR: join(directory, 'data'), PORT: '0', ...environment });
  return Preflight.check(config, createLogger('silent'), parts);
}

it('names the process that serves the directory before the port that it has', async () => {
  parts.add(await takeServiceLock(readConfig({ DATA_DIR: join(directory, 'data') })));
  await expect(check({ PORT: port })).rejects.toThrow(`process ${process.pid} already serves`);
});

it('makes no directory when a port is taken', async () => {
  await expect(check({ PORT: port })).rejects.toMatchObject({ code: 'EADDRINUSE', port: Number(port) });
  expect(existsSync(join(directory, 'data'))).toBe(false);
});

it('names HOST when it is no address of this machine', async () => {
  // An address for documentation, which no machine has.
  await expect(check({ HOST: '192.0.2.1' })).rejects.toThrow(/^HOST 192\.0\.2\.1 is no address/);
});

it('names DATA_DIR when it cannot be a directory', async () => {
  const DATA_DIR = join(directory, 'file');
  writeFileSync(DATA_DIR, '');
  await expect(check({ DATA_DIR })).rejects.toThrow(
    `DATA_DIR ${DATA_DIR} cannot be used: a part of its path is not a directory`,
  );
});

it('names GENESIS_FILE when it cannot be read, before it opens anything', async () => {
  const GENESIS_FILE = join(directory, 'genesis.json');
  await expect(check({ GENESIS_FILE })).rejects.toThrow(
    `GENESIS_FILE ${GENESIS_FILE} cannot be used: there is no such file`,
  );
  expect(existsSync(join(directory, 'data'))).toBe(false);
  const answering = { ROLE: 'api', DATABASE_URL: 'postgres://127.0.0.1:9/x', RPC_URLS: 'http://127.0.0.1:9' };
  await expect(check({ GENESIS_FILE, ...answering })).resolves.toBeDefined();
});
