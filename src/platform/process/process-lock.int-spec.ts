import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startChild } from './child.js';
import { ProcessLock } from './process-lock.js';
import { stopProcess } from './stop-process.js';

const LOCK_MODULE = new URL('./process-lock.js', import.meta.url).href;

describe('a process lock', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-lock-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const contender = (body: string) =>
    startChild({
      name: 'contender',
      command: process.execPath,
      args: [
        '-e',
        `import(${JSON.stringify(LOCK_MODULE)}).then(async ({ ProcessLock }) => {
          const { readFileSync, writeFileSync } = await import('node:fs');
          const { setTimeout: sleep } = await import('node:timers/promises');
          const directory = ${JSON.stringify(directory)};
          const lock = new ProcessLock(directory + '/lock');
          ${body}
        })`,
      ],
      readyLine: /done|holding/,
    });

  it('lets one process at a time read, wait and write', async () => {
    const counter = join(directory, 'counter');
    writeFileSync(counter, '0');
    const children = await Promise.all(
      Array.from({ length: 4 }, () =>
        contender(`for (let i = 0; i < 10; i++) await lock.hold(async () => {
          const n = Number(readFileSync(directory + '/counter', 'utf8'));
          await sleep(2);
          writeFileSync(directory + '/counter', String(n + 1));
        });
        console.log('done');`),
      ),
    );
    await Promise.all(children.map((child) => child.exited));
    expect(readFileSync(counter, 'utf8')).toBe('40');
  });

  it('passes over a holder that was killed, and waits for one that lives', async () => {
    const lock = new ProcessLock(join(directory, 'lock'));
    const holder = await contender(
      `lock.hold(() => { console.log('holding'); return new Promise(() => setInterval(() => {}, 1000)); });`,
    );
    await expect(lock.hold(async () => 'mine', 200)).rejects.toThrow(
      `still locked by process ${holder.identity.pid}`,
    );
    await stopProcess(holder.identity, [{ signal: 'SIGKILL', withinMs: 5_000 }]);
    expect(await lock.hold(async () => 'mine', 200)).toBe('mine');
  });

  it('is kept when taken until given back, and refused to another at once', async () => {
    const lock = new ProcessLock(join(directory, 'lock'));
    const giveBack = await lock.take(0);
    await expect(lock.take(0)).rejects.toMatchObject({ name: 'LockHeld', holder: { pid: process.pid } });
    giveBack();
    (await lock.take(0))();
  });

  it('passes over a claim that a loss of power left without its text', async () => {
    const lock = new ProcessLock(join(directory, 'lock'));
    writeFileSync(join(directory, 'lock', 'held-7'), Buffer.alloc(64));
    expect(await lock.hold(async () => 'mine', 200)).toBe('mine');
  });

  it('is released by work that throws', async () => {
    const lock = new ProcessLock(join(directory, 'lock'));
    await expect(lock.hold(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await lock.hold(async () => 'again', 200)).toBe('again');
  });
});
