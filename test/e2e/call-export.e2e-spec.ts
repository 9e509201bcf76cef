import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { readCallBundle, writeCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import { startLightClientServer } from '../beacon/light-client-server.js';
import { madeLightClient } from '../builder/made-light-client.js';
import { type StillChain, sharedChain } from '../shared/demo-chain.js';
import { CommandBench } from './fixture/command.js';

const TOKEN = '0x80d45abce360f030bca90d0f2d7266c7acb500ab';
/** `symbol()` */
const SYMBOL = '0x95d89b41';

describe('call export', () => {
  const bench = new CommandBench();
  let chain: StillChain;

  beforeAll(async () => {
    chain = await sharedChain();
    await bench.storeNothing();
    const range = ['--from', `${chain.height() - 5}`, '--to', `${chain.height()}`];
    expect(await bench.run(['ingest', ...range], { RPC_URLS: chain.url })).toMatchObject({ code: 0 });
  });
  afterAll(() => bench.close());

  it('writes light-client data with a view call, by which a verifier follows the chain to its block', async () => {
    const call = join(bench.directory, 'call.json');
    const written = () => readCallBundle(readFileSync(call, 'utf8'));
    const exported = (more: readonly string[], urls = '') =>
      bench.run(['call', 'export', TOKEN, SYMBOL, '--out', call, ...more], {
        RPC_URLS: chain.url,
        BEACON_URLS: urls,
      });
    expect(await exported([])).toMatchObject({ code: 0 });
    const final = fromHex(written().header);
    const made = madeLightClient(keccak256(final), 13_200_000);
    const checkpoint = `0x${made.checkpoint.toString('hex')}`;
    const asked = ['--block', `${decodeHeader(final).number - 3}`, '--checkpoint', checkpoint];
    const beacon = await startLightClientServer(made);
    try {
      expect(await exported(asked, beacon.url)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^V6 {2}holds .*, as beacon block 0x/m),
      });
      const { finality, ...bundle } = written();
      expect(finality!.ancestors).toHaveLength(3);
      const verified = (trusted: string) => bench.run(['verify', call, '--checkpoint', trusted]);
      expect((await verified(checkpoint)).out).toContain(`as beacon block ${checkpoint} is`);
      expect(await verified(`0x${'5a'.repeat(32)}`)).toMatchObject({
        code: 16,
        out: expect.stringMatching(/^V6 {2}FAILS .*not your checkpoint/m),
      });
      const short = { ...finality!, ancestors: finality!.ancestors.slice(0, 2) };
      writeFileSync(call, writeCallBundle({ ...bundle, finality: short }));
      expect(await verified(checkpoint)).toMatchObject({
        code: 16,
        out: expect.stringMatching(/^V6 {2}FAILS/m),
      });
      beacon.change('bootstrap', 40);
      expect(await exported(asked, beacon.url)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/does not have this committee/),
      });
    } finally {
      await beacon.stop();
    }
    expect(await exported(asked)).toMatchObject({ code: 1, err: expect.stringContaining('set BEACON_URLS') });
    expect(await exported(['--checkpoint', '0x12'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('a checkpoint is the root of a beacon block'),
    });
  });
});
