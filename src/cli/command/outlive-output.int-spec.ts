import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeOnSmallDisk, fillDisk } from '../../../test/fixture/small-disk.js';

it('lets a command end quietly when its output is read in part only', async () => {
  const child = spawn(process.execPath, [resolve('dist/program/cli.js'), 'openapi']);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  child.stdout.once('readable', () => child.stdout.destroy());
  const [code] = await once(child, 'close');
  expect([code, complaints]).toEqual([0, '']);
});

describeOnSmallDisk('a process that writes to files on a full disk', '100k', (disk) => {
  const MODULE = new URL('./outlive-output.js', import.meta.url).href;

  it.each([
    ['standard output', 'console.log', 1],
    ['standard error', 'console.error', 0],
  ])(
    'finishes its work although %s is lost, and writes again when there is space',
    async (_, write, status) => {
      const [ballast, file] = [join(disk, 'ballast'), join(disk, 'written')];
      const output = openSync(file, 'a');
      fillDisk(ballast);
      const script = `import(${JSON.stringify(MODULE)}).then(({ outliveOutput }) => {
      outliveOutput();
      ${write}('lost'.repeat(2_000));
      process.send('wrote');
      process.once('message', () => { ${write}('later'); process.disconnect(); });
    })`;
      const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', output, output, 'ipc'] });
      await once(child, 'message');
      rmSync(ballast);
      child.send('go on');
      const [code] = await once(child, 'close');
      expect(code).toBe(status);
      expect(readFileSync(file, 'utf8')).toMatch(/later\n$/);
      rmSync(file);
    },
  );
});
