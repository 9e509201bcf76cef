import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase } from '../../../test/fixture/database.js';
import { readConfig } from '../../platform/config/config.js';
import { unprivilegedUser } from '../../platform/postgres/embedded/unprivileged-user.js';
import { type Child, startChild } from '../../platform/process/child.js';
import { findFreePort } from '../../platform/process/free-port.js';
import { openDatabase } from './open-database.js';

const initialRow = (url: string) => openDatabase(readConfig({ DATABASE_URL: url }), 'apply');

describe('a database of ones own', () => {
  it('is refused, with what is needed, where it cannot hold every text', async () => {
    const database = await createDatabase({ encoding: 'LATIN1' });
    try {
      await expect(initialRow(database.url)).rejects.toThrow(
        /\(DATABASE_URL\) cannot be used: its encoding must be UTF8, and is LATIN1: make one by CREATE DATABASE "test_\w+" ENCODING 'UTF8' TEMPLATE template0$/,
      );
    } finally {
      await database.drop();
    }
  });
});

/** Where Debian keeps a PostgreSQL that is too old. */
function oldServer(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const old = (existsSync(versions) ? readdirSync(versions) : []).find((version) => Number(version) < 18);
  return old === undefined ? undefined : join(versions, old, 'bin');
}

const old = oldServer();
const withOldServer = old === undefined ? describe.skip : describe;

withOldServer(
  `a PostgreSQL that is too old${old === undefined ? ' (skipped: none is installed)' : ''}`,
  () => {
    let directory: string;
    let server: Child;
    let url: string;
    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'chainproof-old-postgres-'));
      const runAs = unprivilegedUser();
      if (runAs) chownSync(directory, runAs.uid, runAs.gid);
      const data = join(directory, 'data');
      execFileSync(
        join(old!, 'initdb'),
        ['-D', data, '-U', 'old', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
        {
          cwd: directory,
          stdio: 'ignore',
          ...runAs,
        },
      );
      const port = await findFreePort();
      server = await startChild({
        name: 'old PostgreSQL',
        command: join(old!, 'postgres'),
        args: ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
        cwd: directory,
        ...(runAs && { runAs }),
        readyLine: /database system is ready to accept connections/,
      });
      url = `postgres://old@127.0.0.1:${port}/postgres`;
    });
    afterAll(async () => {
      await server?.stop();
      rmSync(directory, { recursive: true, force: true });
    });

    it('is refused before anything is made in it, with the version that is needed', async () => {
      await expect(initialRow(url)).rejects.toThrow(
        /\(DATABASE_URL\) cannot be used: PostgreSQL 18 or newer is needed, and this is 1\d\./,
      );
    });
  },
);
