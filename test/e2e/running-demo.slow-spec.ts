import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ABOUT_NETWORK } from '../../src/domain/chain/record/network.js';
import { createDatabase } from '../fixture/database.js';
import { CommandBench, type RunningCommand } from './fixture/command.js';

const exec = promisify(execFile);
const PRECOMPILE = '0x0000000000000000000000000000000000000001';
const NOWHERE = 'http://127.0.0.1:9';
const DEMO_NOTE = `${ABOUT_NETWORK.demo}\n`;

/** One running demo for all tests here, since its start takes longer than the tests. */
const bench = new CommandBench();
let service: RunningCommand;
beforeAll(async () => {
  await bench.storeDemo();
  service = await bench.serve({ ACCESS: 'keys' });
});
afterAll(() => bench.close());

describe('the commands about proofs', () => {
  const file = join(bench.directory, 'precompile.json');

  it('export a proof with a report while a service is running, and verify it', async () => {
    const exported = await bench.run([
      'proof',
      'export',
      PRECOMPILE,
      'address_nature:precompile',
      '--out',
      file,
    ]);
    expect(exported).toMatchObject({ code: 0, err: DEMO_NOTE });
    expect(exported.out).toContain('V4  holds');
    expect(readFileSync(join(bench.directory, 'precompile.html'), 'utf8')).toContain('Proof report');

    expect(await bench.run(['verify', file])).toMatchObject({ code: 0 });
    writeFileSync(file, readFileSync(file, 'utf8').replace(PRECOMPILE, PRECOMPILE.replace(/1$/, '2')));
    const refused = await bench.run(['verify', file]);
    expect(refused.code).toBeGreaterThanOrEqual(11);
    expect(refused.out).toMatch(/V[1-4] {2}FAILS /);
  });

  it('explain claims at a block', async () => {
    const proven = await bench.run([
      'explain',
      PRECOMPILE,
      'address_nature:precompile',
      '--block',
      '25000000',
    ]);
    expect(proven).toMatchObject({ code: 0, err: DEMO_NOTE });
    expect(proven.out).toContain('at the end of block 25000000: proven');
    const other = await bench.run(['explain', PRECOMPILE, 'asset:erc20']);
    expect(other.out).toMatch(/: not proven\n/);
    expect(other.out).toMatch(/fails +fact live_code/);
  });

  it.each([
    [['proof', 'export', PRECOMPILE, 'asset:erc20'], 'is not proven at block'],
    [['proof', 'export', PRECOMPILE, 'asset:erc21'], 'there is no definition asset:erc21'],
    [['proof', 'export', PRECOMPILE, 'relation:owned_by'], 'is a relation: --counterpart names'],
    [['proof', 'export', '0x01', 'asset:erc20'], '<address> must be an address'],
    [['explain', PRECOMPILE, 'asset:erc20', '--block', '1'], 'block 1 lies in a gap'],
    [['explain', PRECOMPILE, 'asset:erc20', '--block', '99000000'], 'lies beyond block'],
    [['proof', 'export', PRECOMPILE, 'address_nature:precompile', '--block', '1'], 'block 1 lies in a gap'],
    [['proof', 'show', PRECOMPILE, 'asset:erc20'], 'is not proven now under definition set'],
    [['proof', 'show', PRECOMPILE, 'asset:erc21'], 'has no definition asset:erc21'],
    [['proof', 'show', PRECOMPILE, 'address_nature:precompile', '--block', '1'], 'block 1 lies in a gap'],
    [['proof', 'show', PRECOMPILE, 'address_nature:precompile', '--block', '99000000'], 'above the highest'],
    [['verify', '/nowhere'], '/nowhere cannot be opened: there is no such file'],
    [
      ['proof', 'export', PRECOMPILE, 'address_nature:precompile', '--out', '/nowhere/x.json'],
      '/nowhere/x.json cannot be opened: there is no such file or directory',
    ],
  ])('refuse %j plainly', async (parameters, sentence) => {
    const { out, err } = await bench.run(parameters);
    expect(out + err).toContain(sentence);
    expect(err).not.toMatch(/\n\s+at /);
  });
});

it('keeps an import of prices out at once', async () => {
  const file = join(bench.directory, 'prices.csv');
  writeFileSync(file, 'asset,time,usd\nETH,1700000000,2500\n');
  const { code, err } = await bench.run(['prices', 'import', file]);
  expect([code, err]).toEqual([1, expect.stringMatching(/already serves, rebuilds or fills/)]);
});

it('has its pages where the start says', async () => {
  const [, url = ''] = /explorer +(\S+)/.exec(service.out) ?? [];
  const { status, headers } = await fetch(url, { headers: { accept: 'text/html' } });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

describe('paying on the demo chain', () => {
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

  it.each([
    ['without a URL', [], `0x${'12'.repeat(32)}`],
    ['without the key of a payer', [NOWHERE], ''],
  ])('is explained by the program %s', async (_, parameters, key) => {
    const env = { ...process.env, NODE_OPTIONS: '', PAYER_KEY: key };
    const failed = await exec(process.execPath, ['scripts/pay.mjs', ...parameters], { env }).catch(
      (error: { stderr: string }) => error,
    );
    expect(failed.stderr).toMatch(
      /^PAYER_KEY=0x… node scripts\/pay\.mjs <url> \[<token>\]\n.+`npm start` prints/,
    );
  });

  it('is listed by a command for the operator', async () => {
    const { code, out } = await bench.run(['payments']);
    expect(code).toBe(0);
    expect(out).toMatch(/^\S+ \S+Z +getLatestBlock +1000 +charged +0x\w{40} +0x\w{64}$/m);
    expect(out).toMatch(/^eip155:1 +0x\w{40} +1 +1000 +0 +0 +0$/m);
    expect((await bench.run(['payments', '--limit', '0'])).out).not.toContain('getLatestBlock');
  });

  it('is refused at the start for a price of an unknown method', async () => {
    const database = await createDatabase({ migrated: true });
    const refused = await bench.run(['serve'], {
      ...{ PAY_PRICES: 'getBlocks=5', PAY_TO: `0x${'5a'.repeat(20)}`, FACILITATOR_URL: NOWHERE },
      // Prices are checked once the methods are known; a demo chain would be played before that.
      RPC_URLS: NOWHERE,
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
