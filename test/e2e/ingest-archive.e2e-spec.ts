import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { ereOf } from '../builder/archive-writer.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { CommandBench } from './fixture/command.js';

const FIRST = 1_000;
const BLOCKS = 30;

describe('ingesting archives from the command line', () => {
  let bench: CommandBench;
  let byNode: CommandBench;
  let node: SimulatedNode;
  let archives: string;
  let blocks: VerifiedBlock[];

  beforeAll(async () => {
    bench = new CommandBench();
    byNode = new CommandBench();
    for (const one of [bench, byNode]) await one.storeNothing();
    node = await startSimulatedNode({
      ...{ seed: 63, firstBlock: FIRST, era: 'modern' },
      without: ['debug', 'trace', 'prestate', 'stateDiff'],
    });
    await node.chain.extend(BLOCKS);
    const execution = await ExecutionSource.connect([node.url], 1);
    const source = new VerifiedSource(execution, forkSchedule(new Map()));
    blocks = await Promise.all(Array.from({ length: BLOCKS }, (_, at) => source.block(FIRST + at, true)));
    await execution.close();
    archives = join(bench.directory, 'archives');
    mkdirSync(archives);
    write('mainnet-00001-5a5a5a5a-noproofs.ere', blocks.slice(10, 25));
    write('mainnet-00000-5a5a5a5a-noproofs.ere', blocks.slice(0, 10));
    writeFileSync(join(archives, 'mainnet-00002-5a5a5a5a-noreceipts.ere'), 'is not read');
  });
  afterAll(async () => {
    await bench.close();
    await byNode.close();
    await node.stop();
  });

  const write = (name: string, some: readonly VerifiedBlock[], change?: (bytes: Buffer) => void): string => {
    const bytes = ereOf(some);
    change?.(bytes);
    const file = join(archives, name);
    writeFileSync(file, bytes);
    return file;
  };
  const ingest = (...more: readonly string[]) =>
    bench.run(['ingest', '--from-archive', ...more], { RPC_URLS: node.url });
  const said = (stored: number, of = stored, proofs = 0) =>
    `${stored} of ${of} blocks stored, without call frames or state diffs; ${proofs} proofs of headers kept\n`;

  it('needs a setting that the chain is mainnet', async () => {
    expect(await bench.run(['ingest', '--from-archive', archives])).toMatchObject({
      code: 1,
      err: 'archives are of mainnet: set RPC_URLS to a node of it, which needs no old blocks\n',
    });
  });

  it('refuses an invalid file, and says what to do', async () => {
    const foreign = write('foreign.ere', [blocks[25]!, blocks[27]!]);
    expect(await ingest(foreign)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/block 1026 does not follow the one before it/),
    });
    const changed = write('changed.ere', blocks.slice(25), (bytes) => {
      // A byte of the first header.
      bytes[100]! ^= 1;
    });
    expect(await ingest(changed)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/snappy|Take the file/),
    });
    const orphan = { ...blocks[25]!, header: { ...blocks[25]!.header, parentHash: Buffer.alloc(32) } };
    const false_ = write('orphan.ere', [orphan]);
    expect(await ingest(false_)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/block 1025 refused: false_genesis .*Take the file from elsewhere/),
    });
    rmSync(false_);
    rmSync(foreign);
    rmSync(changed);
    const none = join(archives, 'none');
    mkdirSync(none);
    expect(await ingest(none)).toMatchObject({
      code: 1,
      err: `${none} has no .ere or .era1 file with receipts\n`,
    });
    expect(await ingest(join(archives, 'mainnet-00002-5a5a5a5a-noreceipts.ere'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is no e2store file/),
    });
  });

  it('stores their blocks, continues where a run ended, and links to the blocks of a node', async () => {
    expect(await ingest(archives, '--to', '1004')).toMatchObject({ code: 0, out: said(5) });
    expect(await ingest(archives)).toMatchObject({ code: 0, out: said(20) });
    expect(await ingest(archives)).toMatchObject({ code: 0, out: said(0) });
    const rpc = { RPC_URLS: node.url };
    expect(await bench.run(['ingest', '--partial'], rpc)).toMatchObject({
      out: expect.stringMatching(/^5 of 5 blocks stored/),
    });
    expect(await bench.run(['check'], rpc)).toMatchObject({ code: 0, out: 'everything holds\n' });
  });

  it('stores the same blocks as ingestion from a node', async () => {
    const rpc = { RPC_URLS: node.url };
    expect((await byNode.run(['ingest', '--partial', '--from', `${FIRST}`], rpc)).out).toMatch(/^30 of 30/);
    const digests = await Promise.all([bench, byNode].map((one) => one.run(['digest'], rpc)));
    expect(digests[0]!.out).toMatch(/^sha256:/);
    expect(digests[0]!.out).toBe(digests[1]!.out);
    const spans = await Promise.all([bench, byNode].map((one) => one.run(['digest', '--spans'], rpc)));
    expect(spans[0]!.out).toMatch(
      /^0 to 1023 {2}sha256:\w{64} {2}24 blocks, \d+ changes {2}seal sha256:\w{64}\n1024 to 2047 {2}sha256:.*\n$/,
    );
    expect(spans[0]!.out).toBe(spans[1]!.out);
  });
});

const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

recorded('ingesting a recorded archive (skipped where SHARED_DIR holds none)', () => {
  it('stores the proofs that the blocks are those of Ethereum mainnet', async () => {
    const bench = new CommandBench();
    await bench.storeNothing();
    try {
      const file = join(REFERENCE_DIRECTORY!, 'era1', 'mainnet-00000-5ec1ffb8.era1');
      const rpc = { RPC_URLS: 'http://127.0.0.1:1' };
      const run = await bench.run(['ingest', '--from-archive', file, '--from', '1', '--to', '200'], rpc);
      expect(run).toMatchObject({
        code: 0,
        out: '200 of 200 blocks stored, without call frames or state diffs; 200 proofs of headers kept\n',
      });
      expect(await bench.run(['check'], rpc)).toMatchObject({ code: 0, out: 'everything holds\n' });
    } finally {
      await bench.close();
      rmSync(bench.directory, { recursive: true, force: true });
    }
  });
});
