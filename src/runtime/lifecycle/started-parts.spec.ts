import { expect, it } from '@jest/globals';
import { StartedParts } from './started-parts.js';

it('stops in the reverse order of the start', async () => {
  const parts = new StartedParts();
  const stopped: string[] = [];
  for (const name of ['database', 'chain', 'ingester'])
    await parts.start(
      async () => name,
      (part) => stopped.push(part),
    );
  await parts.stop();
  await parts.stop();
  expect(stopped).toEqual(['ingester', 'chain', 'database']);
});

it('stops the others where one fails to stop, and reports the failure', async () => {
  const parts = new StartedParts();
  const stopped: string[] = [];
  parts.add(() => stopped.push('first'));
  parts.add(() => {
    throw new Error('stuck');
  });
  await expect(parts.stop()).rejects.toThrow('stuck');
  expect(stopped).toEqual(['first']);
});

it('waits for a start under way and stops what came of it', async () => {
  const parts = new StartedParts();
  const stopped: string[] = [];
  let finish: (name: string) => void = () => undefined;
  const starting = parts.start(
    () => new Promise<string>((resolve) => (finish = resolve)),
    (name) => stopped.push(name),
  );
  const stopping = parts.stop();
  finish('slow');
  await Promise.all([starting, stopping]);
  expect(stopped).toEqual(['slow']);
  await expect(
    parts.start(
      async () => 'late',
      () => undefined,
    ),
  ).rejects.toThrow('the service is stopping');
});

it('has nothing to stop where a start failed', async () => {
  const parts = new StartedParts();
  const failing = parts.start(
    async () => {
      throw new Error('no port');
    },
    () => {
      throw new Error('never started');
    },
  );
  await expect(failing).rejects.toThrow('no port');
  await parts.stop();
});
