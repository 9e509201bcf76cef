import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startChild } from './child.js';
import { stopOrphan, writePidFile } from './pid-file.js';
import { identify, isRunning, type ProcessIdentity } from './process-identity.js';
import { stopProcess } from './stop-process.js';

const node = (script: string) => ({ name: 'probe', command: process.execPath, args: ['-e', script] });
const WAIT = 'setInterval(() => {}, 1000);';

describe('a child process', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-child-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('is ready at its line, is noted while it runs, and ends when told to', async () => {
    const pidFile = join(directory, 'probe.pid');
    const child = await startChild({
      ...node(`console.log("listening on 4711"); ${WAIT}`),
      readyLine: /listening on (\d+)/,
      pidFile,
    });
    expect(child.ready?.[1]).toBe('4711');
    expect(JSON.parse(readFileSync(pidFile, 'utf8'))).toEqual(child.identity);
    expect(isRunning(child.identity)).toBe(true);
    await child.stop();
    await child.stop();
    expect(isRunning(child.identity)).toBe(false);
    expect(await child.exited).toEqual({ code: null, signal: 'SIGINT' });
    expect(existsSync(pidFile)).toBe(false);
  });

  it('that ends before it is ready is reported with what it wrote', async () => {
    const start = startChild({
      ...node('console.error("no such disk"); process.exit(3)'),
      readyLine: /ready/,
    });
    await expect(start).rejects.toThrow(/probe ended before it was ready \(exit code 3\).*\nno such disk/);
  });

  it('that stays silent is stopped', async () => {
    const start = startChild({
      ...node(`console.log(process.pid); ${WAIT}`),
      readyLine: /ready/,
      readyWithinMs: 1500,
    });
    const error = await start.catch((reason: Error) => reason);
    expect((error as Error).message).toMatch(/was not ready within 1.5 s/);
    expect(identify(Number(/\n(\d+)$/.exec((error as Error).message)?.[1]))).toBeUndefined();
  });

  it('that cannot be run is named', async () => {
    const start = startChild({ name: 'probe', command: '/nowhere/probe', args: [] });
    await expect(start).rejects.toThrow('probe: cannot run /nowhere/probe');
  });

  it('that ignores requests is killed', async () => {
    const child = await startChild({
      ...node(`process.on("SIGINT", () => {}); console.log("ready"); ${WAIT}`),
      readyLine: /ready/,
    });
    await stopProcess(child.identity, [
      { signal: 'SIGINT', withinMs: 100 },
      { signal: 'SIGKILL', withinMs: 5_000 },
    ]);
    expect((await child.exited).signal).toBe('SIGKILL');
  });

  it('of a killed parent is found and stopped by the next start', async () => {
    const pidFile = join(directory, 'orphan.pid');
    const module = new URL('./child.js', import.meta.url).href;
    const parent = await startChild({
      ...node(`import(${JSON.stringify(module)}).then(({ startChild }) => startChild({
        name: 'orphan', command: process.execPath, args: ['-e', ${JSON.stringify(WAIT)}], pidFile: ${JSON.stringify(pidFile)},
      })).then((child) => console.log('child ' + JSON.stringify(child.identity)))`),
      readyLine: /child (.*)/,
    });
    const orphan = JSON.parse(parent.ready?.[1] ?? '') as ProcessIdentity;
    await stopProcess(parent.identity, [{ signal: 'SIGKILL', withinMs: 5_000 }]);
    expect(isRunning(orphan)).toBe(true);
    expect(await stopOrphan(pidFile)).toBe(true);
    expect(isRunning(orphan)).toBe(false);
    expect(await stopOrphan(pidFile)).toBe(false);
  });

  it('is never taken for a stranger that got its number', async () => {
    const pidFile = join(directory, 'stranger.pid');
    const other = await startChild({ ...node(WAIT) });
    writePidFile(pidFile, { pid: other.identity.pid, startedAt: 'another time' });
    expect(await stopOrphan(pidFile)).toBe(false);
    expect(isRunning(other.identity)).toBe(true);
    await other.stop();
    writeFileSync(pidFile, '{"pi');
    expect(await stopOrphan(pidFile)).toBe(false);
  });
});
