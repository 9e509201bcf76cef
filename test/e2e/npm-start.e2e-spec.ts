import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBench } from './fixture/command.js';

describe('npm start', () => {
  let bench: CommandBench;
  beforeAll(() => {
    bench = new CommandBench();
  });
  afterAll(() => bench.close());

  it('leaves nothing running when npm alone is told to end: neither the service, nor PostgreSQL, nor the demo chain', async () => {
    const npm = bench.startByNpm();
    await npm.said('/coverage\n');
    const { out } = await npm.ended('SIGTERM');
    expect(out).toContain('Stopping: letting the requests and the blocks under way finish.');
    await bench.nothingLeft();
  });
});
