import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createPool } from '../../platform/postgres/pool.js';
import { NameFollower } from './name-follower.js';
import { NamePass } from './name-pass.js';
import { NameRegistries } from './name-registries.js';

const EMPTY = new Map();
const REGISTRIES = new NameRegistries({
  official: EMPTY,
  mixers: EMPTY,
  cautions: EMPTY,
  flagged: EMPTY,
  assets: EMPTY,
});

it('does not report success where the writer lost its lease with the database', async () => {
  // Nothing listens there.
  const pool = createPool('postgres://127.0.0.1:9/x');
  const reported: string[] = [];
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
  );
  follower.start();
  while (asked < 3) await setTimeout(50);
  await follower.stop();
  await pool.end();
  expect(reported).toEqual([expect.stringContaining('ECONNREFUSED')]);
});
