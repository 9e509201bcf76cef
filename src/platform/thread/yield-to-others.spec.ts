import { constants, getPriority, platform } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from '@jest/globals';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
const onLinux = platform() === 'linux' ? it : it.skip;

onLinux('lowers the priority of one thread, and not that of its process', async () => {
  const before = getPriority();
  expect(await priorityAfter(before)).toBe(Math.max(before, PRIORITY_BELOW_NORMAL));
  expect(getPriority()).toBe(before);
});

onLinux('leaves a thread that has a lower priority as it is', async () => {
  expect(await priorityAfter(PRIORITY_LOW)).toBe(PRIORITY_LOW);
});

/** The priority of a thread that yields and had this priority before. */
async function priorityAfter(before: number): Promise<number> {
  const module = new URL('./yield-to-others.js', import.meta.url).href;
  const thread = new Worker(
    `const { getPriority, setPriority } = require('node:os');
     import('${module}').then(({ yieldToOthers }) => {
       setPriority(${before});
       yieldToOthers();
       require('node:worker_threads').parentPort.postMessage(getPriority());
     });`,
    { eval: true },
  );
  try {
    return await new Promise<number>((heard, failed) => thread.on('message', heard).on('error', failed));
  } finally {
    await thread.terminate();
  }
}
