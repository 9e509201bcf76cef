import { describe, expect, it } from '@jest/globals';
import { startChild } from './child.js';
import { KeptProcess, type Run } from './kept-process.js';
import { runOf } from './run-of-child.js';

const QUICK = { firstPauseMs: 20, longestPauseMs: 40, steadyMs: 60_000, failures: 3 };

async function launch(script: string): Promise<Run & { readonly pid: number }> {
  const child = await startChild({
    name: 'probe',
    command: process.execPath,
    args: ['-e', `console.log('ready'); ${script}`],
    readyLine: /ready/,
  });
  return { ...runOf(child), pid: child.identity.pid };
}

const FOREVER = 'setInterval(() => {}, 1000)';

describe('a kept process', () => {
  it('is started again when it is killed, and says so while it is away', async () => {
    const runs = [await launch(FOREVER)];
    const said: string[] = [];
    const kept = new KeptProcess({
      name: 'the probe',
      async launch() {
        runs.push(await launch(FOREVER));
        return runs.at(-1)!;
      },
      say: (line) => said.push(line),
      patience: QUICK,
    });
    kept.keep(runs[0]!);
    expect(kept.failure).toBeUndefined();
    process.kill(runs[0]!.pid, 'SIGKILL');
    await runs[0]!.ended;
    await Promise.resolve();
    expect(kept.failure).toBe('the probe has ended: SIGKILL');
    while (kept.failure !== undefined) await new Promise(setImmediate);
    expect(said).toEqual(['the probe has ended: SIGKILL', 'the probe runs again']);
    await kept.stop();
    expect(await runs[1]!.ended).toBe('SIGINT');
    expect(runs).toHaveLength(2);
  });

  it('that ends again and again is given up, with what it said last', async () => {
    let launches = 0;
    const kept = new KeptProcess({
      name: 'the probe',
      launch: () => launch(launches++ === 0 ? 'process.exit(3)' : 'throw new Error("no such disk")'),
      patience: QUICK,
    });
    kept.keep(await launch('process.exit(3)'));
    const { message } = await kept.gaveUp;
    expect(message).toContain(
      'given up after 3 failures within a short time: the probe has ended: exit code 1',
    );
    expect(message).toContain('no such disk');
    expect(launches).toBe(2);
    await kept.stop();
  });

  it('that is told to stop on its way up is stopped once it is there', async () => {
    const first = await launch(FOREVER);
    let second: Run | undefined;
    let starting = false;
    const kept = new KeptProcess({
      name: 'the probe',
      async launch() {
        starting = true;
        second = await launch(FOREVER);
        return second;
      },
      patience: QUICK,
    });
    kept.keep(first);
    process.kill(first.pid, 'SIGKILL');
    while (!starting) await new Promise(setImmediate);
    await kept.stop();
    expect(await second?.ended).toBe('SIGINT');
  });
});
