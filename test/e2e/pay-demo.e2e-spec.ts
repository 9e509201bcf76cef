import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase } from '../fixture/database.js';
import { CommandBench, type RunningCommand } from './fixture/command.js';

const exec = promisify(execFile);

describe('paying on the demo chain', () => {
  const bench = new CommandBench();
  let service: RunningCommand;
  beforeAll(async () => {
    await bench.storeDemo();
    service = await bench.serve({ ACCESS: 'keys' });
  }, 300_000);
  afterAll(() => bench.close(), 60_000);

  it('works as `npm start` says, with the program of the README and the client from npm', async () => {
    const [, key = '', ...parameters] =
      /PAYER_KEY=(0x\w+) node scripts\/pay\.mjs (\S+) (0x\w+)/.exec(service.out) ?? [];
    expect(parameters).toEqual([expect.stringMatching(/^http:.*\/blocks\/latest$/), expect.any(String)]);
    const { stdout, stderr } = await exec(process.execPath, ['scripts/pay.mjs', ...parameters], {
      env: { ...process.env, NODE_OPTIONS: '', PAYER_KEY: key },
    });
    expect(JSON.parse(stdout).data.number).toBeGreaterThan(0);
    expect(stderr).toMatch(/^200 {\s+success: true/);
  });

  it('is listed for the operator', async () => {
    const { code, out } = await bench.run(['payments']);
    expect(code).toBe(0);
    expect(out).toMatch(/^\S+ \S+Z +getLatestBlock +1000 +charged +0x\w{40} +0x\w{64}$/m);
    expect(out).toMatch(/^eip155:1 +0x\w{40} +1 +1000 +0 +0 +0$/m);
    expect((await bench.run(['payments', '--limit', '0'])).out).not.toContain('getLatestBlock');
  });

  it('is refused at the start for a price of what is no method', async () => {
    const database = await createDatabase({ migrated: true });
    const refused = await bench.run(['serve'], {
      PAY_PRICES: 'getBlocks=5',
      DATA_DIR: `${bench.directory}/other`,
      DATABASE_URL: database.url,
    });
    await database.drop();
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('PAY_PRICES has a price for getBlocks, which is neither a plan nor a method'),
    ]);
  });
});
