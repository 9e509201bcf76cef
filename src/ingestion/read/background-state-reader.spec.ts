import { beforeEach, expect, it } from '@jest/globals';
import { BackgroundStateReader } from './background-state-reader.js';
import type { ReadPass } from './read-answerer.js';

const { signal } = new AbortController();
const FAILING: ReadPass = { answered: 0, unanswered: 9, why: 'node: internal error' };
let now: number;
let asked: number;
let said: string[];
let outcome: ReadPass;
let reads: BackgroundStateReader;

beforeEach(() => {
  [now, asked, said] = [0, 0, []];
  const pass = async (): Promise<ReadPass> => {
    asked++;
    return outcome;
  };
  reads = new BackgroundStateReader(
    { pass },
    (count, why) => said.push(`${count} ${why}`),
    () => now,
  );
});

/** How often nodes are asked while this many seconds pass, a step every half of one. */
async function askedWithin(seconds: number): Promise<number> {
  const before = asked;
  for (const end = now + seconds * 1_000; now < end; now += 500) await reads.step(signal, 0);
  return asked - before;
}

it('asks at every step while nodes answer', async () => {
  outcome = { answered: 3, unanswered: 0 };
  expect(await reads.step(signal, 0)).toBe(3);
  expect(await askedWithin(10)).toBe(20);
  expect(said).toEqual([]);
});

it('asks less and less often while they do not, and reports it once', async () => {
  outcome = FAILING;
  // At 0, 1, 3, 7, 15, 31 s …
  expect(await askedWithin(40)).toBe(6);
  expect(await askedWithin(3_600)).toBeLessThan(33);
  expect(await askedWithin(3_600)).toBe(30);
  expect(said).toEqual(['9 node: internal error']);
});

it('counts answered reads while others stay unanswered', async () => {
  outcome = { answered: 2, unanswered: 1, why: 'node: internal error' };
  expect(await reads.step(signal, 0)).toBe(2);
  expect(await reads.step(signal, 0)).toBe(0);
});

it('asks at every step again once all is answered, and reports the next failure', async () => {
  outcome = FAILING;
  await askedWithin(100);
  outcome = { answered: 9, unanswered: 0 };
  await askedWithin(200);
  expect(await askedWithin(10)).toBe(20);
  outcome = FAILING;
  expect(await askedWithin(2)).toBe(2);
  expect(said).toHaveLength(2);
});

it('reports no failure that its stop caused', async () => {
  outcome = FAILING;
  await reads.step(AbortSignal.abort(), 0);
  expect(said).toEqual([]);
});
