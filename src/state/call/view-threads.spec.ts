import { afterAll, describe, expect, it } from '@jest/globals';
import { assembled } from '../../../test/builder/assembled.js';
import { addressOfByte, OSAKA_BLOCK, SCHEDULE } from '../../../test/builder/view-call.js';
import { BOMBS } from '../../../test/second-opinion/bombs.js';
import { FastDice } from '../../../test/second-opinion/dice.js';
import { TooManyTasks } from '../../platform/thread/thread-pool.js';
import type { Place } from '../history/requested-state.js';
import type { KnownPlace, ViewTask } from './view-task.js';
import { ViewThreads } from './view-threads.js';

const TO = addressOfByte(0x11);
const threads = new ViewThreads(SCHEDULE);
afterAll(() => threads.close());

const task = (code: Uint8Array, known: readonly KnownPlace[] = []): ViewTask => ({
  ...{ to: TO, data: new Uint8Array(0), block: OSAKA_BLOCK, hashes: new Map() },
  known: [{ place: { kind: 'code', address: TO }, value: code }, ...known],
});
const patience = () => AbortSignal.timeout(60_000);

/** A loop behind a write, which only the reference runs: it takes about a second. */
const SLOW = assembled('1 0 SSTORE JUMPDEST 5 JUMP');

describe('threads that run view calls', () => {
  it('say all at once what a run misses, and answer once they have it', async () => {
    const code = assembled('1 SLOAD 2 SLOAD ADD 0 MSTORE 32 0 RETURN');
    const first = await threads.run(task(code), patience());
    const slots: Place[] = [1n, 2n].map((slot) => ({ kind: 'slot', address: TO, slot }));
    expect(first.missed).toEqual(slots);
    const known = slots.map((place, at) => ({ place, value: BigInt(40 + at) }));
    const { missed, result } = await threads.run(task(code, known), patience());
    expect(missed).toEqual([]);
    expect(result).toMatchObject({ outcome: 'returned', volatile: [] });
    expect(BigInt(`0x${Buffer.from(result.output).toString('hex')}`)).toBe(81n);
  });

  it('never hold up the process, whatever they run', async () => {
    const dice = new FastDice(5);
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const turnsDuring: [turns: number, name: string][] = [];
    for (const [name, bomb] of BOMBS) {
      const before = turns;
      const { result } = await threads.run(task(bomb(dice)), patience());
      turnsDuring.push([turns - before, name]);
      expect(['returned', 'reverted', 'undecided']).toContain(result.outcome);
    }
    clearInterval(timer);
    turnsDuring.sort(([one], [other]) => other - one);
    const shown = turnsDuring.slice(0, 5).map(([count, name]) => `${name} ${count}`);
    process.stdout.write(`${BOMBS.length} bombs; turns of the event loop during each: ${shown.join(', ')}\n`);
    // In the process itself none could turn it.
    expect(turnsDuring[0]![0]).toBeGreaterThan(1);
  });

  it('end a run that takes too long, and go on with the next', async () => {
    await expect(threads.run(task(SLOW), AbortSignal.timeout(50))).rejects.toThrow('timeout');
    const { result } = await threads.run(task(assembled('STOP')), patience());
    expect(result.outcome).toBe('returned');
  });

  it('refuse what could only wait', async () => {
    const aborted = new AbortController();
    const runs = Array.from({ length: 100 }, () =>
      threads.run(task(SLOW), aborted.signal).catch((error) => error),
    );
    aborted.abort();
    const ends = await Promise.all(runs);
    expect(ends.filter((end) => end instanceof TooManyTasks).length).toBeGreaterThan(30);
  });
});
