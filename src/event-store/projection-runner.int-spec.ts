import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenedDatabase, openNewDatabase } from '../../test/fixture/opened-database.js';
import { ProjectionRunner } from './projection-runner.js';
import type { Projector } from './projector.js';
import { readersBehind } from './readers-behind.js';

describe('a projector that is moved to an event', () => {
  let database: OpenedDatabase;
  let seen: number[];
  const projector: Projector = {
    name: 'seen',
    on: { BlockFinalized: async (_, events) => void seen.push(...events.map(({ position }) => position)) },
    unwind: async () => undefined,
    clear: async () => undefined,
  };
  const runner = () => new ProjectionRunner(database.pool, { epoch: 1, assertHeld: async () => undefined });
  beforeAll(async () => {
    database = await openNewDatabase();
    await database.pool.query(
      `INSERT INTO chain_event (position, kind, block_number, block_hash, chain_digest)
       SELECT position, 'BlockFinalized', position, sha256(''), sha256('') FROM generate_series(1, 120) position`,
    );
  });
  beforeEach(async () => {
    seen = [];
    await database.pool.query(
      `INSERT INTO checkpoint (reader, position, epoch) VALUES ('seen', 0, 1)
       ON CONFLICT (reader) DO UPDATE SET position = 0, whole_from = 0`,
    );
  });
  afterAll(() => database?.drop());

  it('applies no later event: on a cluster, its payload may not be visible yet', async () => {
    await runner().advance([projector], () => 7);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('follows an end that moves meanwhile, and stops there', async () => {
    const steps: number[] = [];
    let end = 4;
    await runner().advance(
      [projector],
      () => end,
      (position) => {
        steps.push(position);
        end = position < 8 ? position + 4 : position;
      },
    );
    expect(steps).toEqual([4, 8]);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('is behind until it is rebuilt, even if it might be as far behind during a fill', async () => {
    const behind = () => readersBehind(database.pool, [{ name: 'seen', allowed: 128 }]);
    expect(await behind()).toEqual([]);
    const asked: string[][] = [];
    const rebuilt: Projector = {
      ...projector,
      on: { BlockFinalized: async () => void asked.push(await behind()) },
    };
    await runner().rebuild(rebuilt);
    expect(asked.length).toBe(120);
    expect(asked.filter(([name]) => name !== 'seen')).toEqual([]);
    expect(await behind()).toEqual([]);
  });
});
