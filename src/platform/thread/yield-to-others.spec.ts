import { getPriority, platform } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from '@jest/globals';

const onLinux = platform() === 'linux' ? it : it.skip;

onLinux('lowers the priority of one thread, and not that of its process', async () => {
  const before = getPriority();
  const module = new URL('./yield-to-others.js', import.meta.url).href;
  const thread = new Worker(
    `const { getPriority } = require('node:os');
     import('${module}').then(({ yieldToOthers }) => {
       yieldToOthers();
       require('node:worker_threads').parentPort.postMessage(getPriority());
     });`,
    { eval: true },
  );
  const lowered = await new Promise<number>((heard, failed) =>
    thread.on('message', heard).on('error', failed),
  );
  await thread.terminate();
  expect(lowered).toBeGreaterThan(before);
  expect(getPriority()).toBe(before);
});
