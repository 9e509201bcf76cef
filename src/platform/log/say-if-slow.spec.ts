import { mock } from 'node:test';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sayIfSlow } from './say-if-slow.js';

let said: string[];
const say = (line: string): void => void said.push(line);

beforeEach(() => {
  said = [];
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(() => mock.timers.reset());

it('says what lasts longer than a second, once', async () => {
  let end: (result: string) => void = () => undefined;
  const work = sayIfSlow('starting', say, () => new Promise<string>((resolve) => (end = resolve)));
  mock.timers.tick(999);
  expect(said).toEqual([]);
  mock.timers.tick(10_000);
  expect(said).toEqual(['starting']);
  end('done');
  expect(await work).toBe('done');
});

it('says nothing of what ends or fails before', async () => {
  await sayIfSlow('starting', say, async () => undefined);
  await expect(sayIfSlow('starting', say, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  mock.timers.tick(10_000);
  expect(said).toEqual([]);
});
