import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ThreadPool, TooManyTasks } from './thread-pool.js';

/** Answers with the task and its own number, throws, ends itself, or never answers. */
const THREAD = `
  const { parentPort, threadId } = require('node:worker_threads');
  parentPort.on('message', (task) => {
    if (task === 'throw') throw new Error('it was told to throw');
    if (task === 'exit') process.exit();
    if (task !== 'hang') parentPort.postMessage([task, threadId]);
  });
`;
const pools: ThreadPool<string>[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

function poolOf(threads: number, waiting: number): ThreadPool<string> {
  const pool = new ThreadPool<string>(() => new Worker(THREAD, { eval: true }), threads, waiting);
  pools.push(pool);
  return pool;
}

describe('ThreadPool', () => {
  it('gives a thread its next task when it has answered', async () => {
    const pool = poolOf(1, 8);
    const answers = (await Promise.all([pool.run('a'), pool.run('b')])) as [string, number][];
    expect(answers.map(([task]) => task)).toEqual(['a', 'b']);
    expect(new Set(answers.map(([, thread]) => thread)).size).toBe(1);
  });

  it('gives what waits to another thread when one throws, or ends', async () => {
    const pool = poolOf(1, 8);
    const ends = await Promise.allSettled([
      pool.run('throw'),
      pool.run('a'),
      pool.run('exit'),
      pool.run('b'),
    ]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(ends[0]).toMatchObject({ reason: { message: 'it was told to throw' } });
  });

  it('ends the thread of a task that is given up, and goes on', async () => {
    const pool = poolOf(1, 8);
    const control = new AbortController();
    const hanging = pool.run('hang', control.signal);
    const next = pool.run('a');
    control.abort(new Error('too long'));
    await expect(hanging).rejects.toThrow('too long');
    expect(await next).toMatchObject(['a', expect.any(Number)]);
  });

  it('does not start what was given up while it waited', async () => {
    const pool = poolOf(1, 8);
    const control = new AbortController();
    const first = pool.run('a');
    const waiting = pool.run('throw', control.signal);
    control.abort(new Error('no longer wanted'));
    await expect(waiting).rejects.toThrow('no longer wanted');
    expect(await first).toMatchObject(['a', expect.any(Number)]);
  });

  it('refuses more than may wait, and what waits when it is closed', async () => {
    const pool = poolOf(1, 1);
    const control = new AbortController();
    const hanging = pool.run('hang', control.signal).catch((error: unknown) => error);
    const waiting = pool.run('a').catch((error: unknown) => error);
    await expect(pool.run('b')).rejects.toBeInstanceOf(TooManyTasks);
    await pool.close();
    expect(await waiting).toBeInstanceOf(TooManyTasks);
    expect(await hanging).toBeInstanceOf(TooManyTasks);
  });
});
