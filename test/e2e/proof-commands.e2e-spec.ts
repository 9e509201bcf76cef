import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ABOUT_NETWORK } from '../../src/domain/chain/record/network.js';
import { CommandBench } from './fixture/command.js';

const PRECOMPILE = '0x0000000000000000000000000000000000000001';

const DEMO_NOTE = `${ABOUT_NETWORK.demo}\n`;

describe('the commands about proofs', () => {
  const bench = new CommandBench();
  const file = join(bench.directory, 'precompile.json');

  beforeAll(async () => {
    await bench.storeDemo();
    await bench.serve();
  }, 300_000);
  afterAll(() => bench.close(), 60_000);

  it('export a proof with a report beside it, beside a running service, and verify it', async () => {
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
  }, 60_000);

  it('explain verdicts of a block', async () => {
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
  }, 60_000);

  it.each([
    [['proof', 'export', PRECOMPILE, 'asset:erc20'], 'is not proven at block'],
    [['proof', 'export', PRECOMPILE, 'asset:erc21'], 'there is no definition asset:erc21'],
    [['proof', 'export', PRECOMPILE, 'relation:owned_by'], 'is a relation: --counterpart names'],
    [['proof', 'export', '0x01', 'asset:erc20'], '<address> must be an address'],
    [['explain', PRECOMPILE, 'asset:erc20', '--block', '1'], 'block 1 lies in a gap'],
    [['explain', PRECOMPILE, 'asset:erc20', '--block', '99000000'], 'lies beyond block'],
    [['verify', '/nowhere'], 'no such file'],
  ])(
    'refuse %j plainly',
    async (parameters, sentence) => {
      const { out, err } = await bench.run(parameters);
      expect(out + err).toContain(sentence);
      expect(err).not.toMatch(/\n\s+at /);
    },
    60_000,
  );
});
