import { describe, expect, it } from '@jest/globals';
import { LargeAnswers, ROWS_AT_ONCE } from './large-answers.js';

interface Listed {
  readonly of: string;
  readonly rows: readonly object[];
}

const COUNT = 2 * ROWS_AT_ONCE + 5;
const row = (at: number) => ({ at });
const list = (rows: (from: number, to: number) => readonly object[]) => async () => ({
  ...{ block: 7, head: { of: 'all', rows: [] } as Listed, list: 'rows' as const },
  ...{ count: COUNT, rows },
});
const between = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));

describe('large answers', () => {
  it('are written some rows at a time, and others have a turn after each', async () => {
    let turns = 0;
    let isOver = false;
    const others = (): void => {
      turns++;
      if (!isOver) setImmediate(others);
    };
    const written: [rows: number, turns: number][] = [];
    const answered = new LargeAnswers().answer(
      list((from, to) => {
        if (written.length === 0) others();
        written.push([to - from, turns]);
        return between(from, to);
      }),
    );
    const answer = await answered;
    isOver = true;
    // The last call to `rows` gives the beginning for readers.
    const calls = written.slice(0, 3);
    expect(calls.map(([rows]) => rows)).toEqual([ROWS_AT_ONCE, ROWS_AT_ONCE, 5]);
    const seen = calls.map(([, before]) => before);
    expect(seen).toEqual([...new Set(seen)]);
    expect(JSON.parse(answer.json)).toEqual({ of: 'all', rows: between(0, COUNT) });
    expect(answer.data.rows).toHaveLength(COUNT);
  });

  it('are few in memory: others wait, and too many are refused, until one has left', async () => {
    const answers = new LargeAnswers();
    const ask = () => answers.answer(list(between));
    const inMemory = [await ask(), await ask()];
    const waiting = Array.from({ length: 4 }, ask);
    await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' });
    inMemory[0]!.whenLeft!();
    expect((await waiting[0]!).asOfBlock).toBe(7);
    inMemory[1]!.whenLeft!();
    for (const one of waiting) (await one).whenLeft!();
  });

  it('free their place when one fails', async () => {
    const answers = new LargeAnswers();
    const failing = () => answers.answer(() => Promise.reject(new Error('no database')));
    for (const _ of ['first', 'second', 'third']) await expect(failing()).rejects.toThrow('no database');
  });
});
