import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { openNewDatabase } from '../../../test/fixture/opened-database.js';
import { createPool } from '../../platform/postgres/pool.js';
import { NameFollower } from './name-follower.js';
import { lastPassedAt, NamePass } from './name-pass.js';
import { NameRegistries } from './name-registries.js';

const EMPTY = new Map();
const REGISTRIES = new NameRegistries({
  official: EMPTY,
  mixers: EMPTY,
  cautions: EMPTY,
  flagged: EMPTY,
  sanctioned: EMPTY,
  assets: EMPTY,
});

it('does not report success where the writer lost its lease with the database', async () => {
  // Nothing listens there.
  const pool = createPool('postgres://127.0.0.1:9/x');
  const reported: string[] = [];
  let passed = 0;
  let isWriter = true;
  let asked = 0;
  const follower = new NameFollower(
    new NamePass(pool, REGISTRIES),
    () => {
      asked++;
      return isWriter;
    },
    (error) => {
      isWriter = false;
      reported.push(error ?? 'going on');
    },
    () => passed++,
  );
  follower.start();
  while (asked < 3) await setTimeout(50);
  await follower.stop();
  await pool.end();
  expect(reported).toEqual([expect.stringContaining('ECONNREFUSED')]);
  expect(passed).toBe(0);
});

it('says when a pass has ended, and keeps the time for those who do not write', async () => {
  const { pool, drop } = await openNewDatabase();
  await pool.query(
    `INSERT INTO definition_set (id, digest, current) OVERRIDING SYSTEM VALUE VALUES (1, 'set', true)`,
  );
  expect(await lastPassedAt(pool)).toBeUndefined();
  const began = Date.now();
  let passed = 0;
  const follower = new NameFollower(
    new NamePass(pool, REGISTRIES),
    () => true,
    (error) => expect(error).toBeUndefined(),
    () => passed++,
  );
  follower.start();
  while (passed === 0) await setTimeout(50);
  await follower.stop();
  expect((await lastPassedAt(pool))!.getTime()).toBeGreaterThanOrEqual(began - 1_000);
  await drop();
});
