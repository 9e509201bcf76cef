import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { verifyBlock } from '../../src/ingestion/verify/verify-block.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import { readBundle, writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import { published } from '../../src/verifier/published.js';
import { type BlockServer, startBlockServer } from '../beacon/block-server.js';
import { type LightClientServer, startLightClientServer } from '../beacon/light-client-server.js';
import { bounded } from '../bounded.js';
import { ereOf } from '../builder/archive-writer.js';
import { madeLightClient } from '../builder/made-light-client.js';
import { recordedEra, signedBeaconBlock } from '../recorded/beacon-blocks.js';
import { provenHeaders } from '../recorded/proven-headers.js';
import { wholeBlocks } from '../recorded/recorded-block.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';
import { CommandBench } from './fixture/command.js';

const VERIFY = join(process.cwd(), 'dist', 'src', 'verify.js');
const NO_NODE = { RPC_URLS: 'http://127.0.0.1:1' };
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;
const exec = promisify(execFile);
/** One in so many bytes of a proof is changed, at other offsets for each block. */
const OF_INGESTED = bounded(197, 7);
const OF_VERIFIED = bounded(89, 1);

/** Claims at recorded mainnet blocks: one for each type of header proof, and one about a withdrawal. */
const CLAIMS: readonly (readonly [block: number, id: string, subject: string, of: string])[] = [
  [15_537_393, 'role:fee_recipient', '0x829bd824b016326a401d083b33d092293333a830', 'before the merge'],
  [15_537_394, 'role:fee_recipient', '0xeee27662c2b8eba3cd936a23f039f3189633e4c8', 'since the merge'],
  [17_034_870, 'role:fee_recipient', '0x388c818ca8b9251b393131c08a736a67ccb19297', 'since Capella'],
  [
    19_426_586,
    'role:validator_withdrawal_address',
    '0x2bf916f8169ed2a77324d3e168284fc252ae4087',
    'of Capella',
  ],
  [19_426_587, 'role:fee_recipient', '0xdae56d85ff707b3d19427f23d8b03b7b76da1006', 'since Deneb'],
];

/** The recorded mainnet blocks with a recorded header proof. */
function provenBlocks(proofs: ReadonlyMap<number, Buffer>): VerifiedBlock[] {
  return wholeBlocks(REFERENCE_DIRECTORY!)
    .filter(({ block, receipts }) => receipts !== undefined && proofs.has(Number(block.number)))
    .map(({ block, receipts }) => {
      const ommers = (block.uncles as unknown[]).length === 0 ? { ommers: [] } : {};
      return verifyBlock({ block, receipts, ...ommers } as never, { schedule: published().forks! });
    })
    .filter(({ ommers }) => ommers !== undefined);
}

recorded('V6 from an archive to the verifier (skipped where SHARED_DIR holds no recorded proofs)', () => {
  let bench: CommandBench;
  let proofs: ReadonlyMap<number, Buffer>;
  let blocks: readonly VerifiedBlock[];

  beforeAll(async () => {
    bench = new CommandBench();
    await bench.storeNothing();
    proofs = new Map(provenHeaders().map(({ number, proof }) => [number, proof]));
    blocks = provenBlocks(proofs);
  });
  afterAll(() => bench.close());

  const archive = (block: VerifiedBlock, proof = proofs.get(block.header.number)!) => {
    const file = join(bench.directory, `mainnet-${block.header.number}.ere`);
    writeFileSync(file, ereOf([block], [proof]));
    return file;
  };
  const ingest = (file: string) => bench.run(['ingest', '--from-archive', file], NO_NODE);
  const bundleFile = (block: number) => join(bench.directory, `${block}.json`);
  const bundleOf = (block: number) => readBundle(readFileSync(bundleFile(block), 'utf8'));
  const verified = (bundle: Bundle) => {
    const file = join(bench.directory, 'changed.json');
    writeFileSync(file, writeBundle(bundle));
    return bench.run(['verify', file]);
  };

  it('is refused by ingestion if a byte of a proof changed', async () => {
    for (const block of blocks) {
      const { number } = block.header;
      const proof = proofs.get(number)!;
      for (let at = number % OF_INGESTED; at < proof.length; at += OF_INGESTED) {
        const changed = Buffer.from(proof);
        changed[at]! ^= 1 << (at % 8);
        const run = await ingest(archive(block, changed));
        // A changed slot may be in an era whose root is not known; then the proof is neither refuted nor stored.
        if (run.code === 0) expect(run.out).toMatch(/; 0 proofs of headers kept\n$/);
        else expect(run.err).toMatch(/is not shown to be Ethereum's: .*Take the file from elsewhere|proof/);
      }
    }
  });

  it('ingests the archives with their proofs', async () => {
    for (const block of blocks)
      expect(await ingest(archive(block))).toMatchObject({
        code: 0,
        out: expect.stringMatching(/; 1 proofs of headers kept\n$/),
      });
  });

  it.each(CLAIMS)('holds for a claim at block %i, %s of %s, %s', async (block, id, subject) => {
    const file = bundleFile(block);
    const out = ['--block', `${block}`, '--out', file];
    expect(await bench.run(['proof', 'export', subject, id, ...out], NO_NODE)).toMatchObject({ code: 0 });
    const { stdout } = await exec(process.execPath, [VERIFY, file]);
    expect(stdout).toMatch(/^V4 {2}holds/m);
    expect(stdout).toMatch(/^V6 {2}holds {8}the blocks are those of Ethereum mainnet$/m);
    expect(stdout).not.toContain('assumed');
  });

  it.each(CLAIMS)('is not shown by a bundle at block %i with a byte of its proof changed', async (block) => {
    const bundle = bundleOf(block);
    for (const [hash, held] of Object.entries(bundle.blocks)) {
      const proof = Buffer.from(held.canonicity!.slice(2), 'hex');
      for (let at = block % bounded(OF_VERIFIED, 11); at < proof.length; at += OF_VERIFIED) {
        const changed = Buffer.from(proof);
        changed[at]! ^= 1 << (at % 8);
        const canonicity = `0x${changed.toString('hex')}` as const;
        const run = await verified({
          ...bundle,
          blocks: { ...bundle.blocks, [hash]: { ...held, canonicity } },
        });
        const unknown = /^V6 {2}not shown .* the root of era \d+ is not known$/m.test(run.out);
        if (!unknown)
          expect([at, run.out, run.code]).toEqual([at, expect.stringMatching(/^V6 {2}FAILS/m), 16]);
      }
    }
  });

  it('is not shown without a proof, and fails with the proof of another block', async () => {
    const [block] = CLAIMS[2]!;
    const bundle = bundleOf(block);
    const blocksWith = (canonicity?: `0x${string}`): Bundle => ({
      ...bundle,
      blocks: Object.fromEntries(
        Object.entries(bundle.blocks).map(([hash, { canonicity: _, ...held }]) => [
          hash,
          { ...held, ...(canonicity && { canonicity }) },
        ]),
      ),
    });
    const bare = await verified(blocksWith());
    expect(bare).toMatchObject({ code: 0, out: expect.stringMatching(/^V6 {2}not shown/m) });
    expect(bare.out).toContain('assumed');
    for (const [number, proof] of proofs) {
      if (number === block) continue;
      const other = await verified(blocksWith(`0x${proof.toString('hex')}`));
      expect(other).toMatchObject({ code: 16, out: expect.stringMatching(/^V6 {2}FAILS/m) });
    }
  });

  it('does not hold for a made-up header, though the proof beside it is genuine', async () => {
    for (const [block] of CLAIMS) {
      const bundle = bundleOf(block);
      const changed = Object.fromEntries(
        Object.entries(bundle.blocks).map(([hash, held]) => {
          const header = Buffer.from(held.header.slice(2), 'hex');
          // A byte in the address of the fee recipient.
          header[80]! ^= 1;
          return [hash, { ...held, header: `0x${header.toString('hex')}` as const }];
        }),
      );
      const run = await verified({ ...bundle, blocks: changed });
      expect(run.code).toBeGreaterThanOrEqual(13);
      expect(run.out).not.toMatch(/^V6 {2}holds/m);
    }
  });
});

recorded('V6 of young blocks, from a beacon node to the verifier', () => {
  const FINAL = 19_426_587;
  /** Slot of the attested block, in Fulu. */
  const SLOT = 13_200_000;
  let bench: CommandBench;
  let beacon: LightClientServer;
  let checkpoint: string;
  const file = () => join(bench.directory, 'young.json');

  beforeAll(async () => {
    bench = new CommandBench();
    await bench.storeNothing();
    const blocks = provenBlocks(new Map(provenHeaders().map(({ number, proof }) => [number, proof]))).filter(
      ({ header }) => header.number >= 19_426_586,
    );
    const archive = join(bench.directory, 'mainnet-young-noproofs.ere');
    writeFileSync(archive, ereOf(blocks));
    expect(await bench.run(['ingest', '--from-archive', archive], NO_NODE)).toMatchObject({ code: 0 });
    const made = madeLightClient(blocks.at(-1)!.hash, SLOT, 3, { delay: 5 });
    beacon = await startLightClientServer(made);
    checkpoint = `0x${made.checkpoint.toString('hex')}`;
  });
  afterAll(async () => {
    await beacon.stop();
    await bench.close();
  });

  const [block, id, subject] = CLAIMS[3]!;
  const exported = (urls: string, root = checkpoint) =>
    bench.run(
      ['proof', 'export', subject, id, '--block', `${block}`, '--out', file(), '--checkpoint', root],
      { ...NO_NODE, BEACON_URLS: urls },
    );

  it('holds for a bundle made with a beacon node, and only for verifiers that name the checkpoint', async () => {
    const run = await exported(`http://127.0.0.1:1,${beacon.url}`);
    expect(run).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^V6 {2}holds .*, as beacon block 0x/m),
    });
    const { stdout } = await exec(process.execPath, [VERIFY, file(), '--checkpoint', checkpoint]);
    expect(stdout).toContain(`the blocks are those of Ethereum mainnet, as beacon block ${checkpoint} is`);
    const { finality } = readBundle(readFileSync(file(), 'utf8'));
    expect([finality!.updates.length, finality!.ancestors.length]).toEqual([3, FINAL - block]);
    const unnamed = await bench.run(['verify', file()]);
    expect(unnamed).toMatchObject({ code: 0, out: expect.stringMatching(/^V6 {2}not shown/m) });
    const misnamed = await bench.run(['verify', file(), '--checkpoint', `0x${'5a'.repeat(32)}`]);
    expect(misnamed).toMatchObject({
      code: 16,
      out: expect.stringMatching(/^V6 {2}FAILS .*not your checkpoint/m),
    });
  });

  it('fails with an ancestor, an update or a signature of another chain', async () => {
    const bundle = readBundle(readFileSync(file(), 'utf8'));
    const write = (finality: Bundle['finality']) => {
      const changed = join(bench.directory, 'changed.json');
      writeFileSync(changed, writeBundle({ ...bundle, finality: finality! }));
      return bench.run(['verify', changed, '--checkpoint', checkpoint]);
    };
    const other = madeLightClient(Buffer.alloc(32, 7), SLOT, 3);
    const finality = bundle.finality!;
    for (const lie of [
      { ...finality, ancestors: [] },
      { ...finality, updates: finality.updates.slice(1) },
      { ...finality, update: `0x${other.finality.toString('hex')}` as const },
      { ...finality, update: finality.update.replace(/..$/, '00') as `0x${string}` },
    ])
      expect(await write(lie)).toMatchObject({ code: 16, out: expect.stringMatching(/^V6 {2}FAILS/m) });
  });

  it.each<[string, (server: LightClientServer) => void, RegExp]>([
    ['lies about its committee', (server) => server.change('bootstrap', 40), /does not have this committee/],
    [
      'lies about an update',
      (server) => server.change('updates', 5_000),
      /does not have the committee after it/,
    ],
    ['lies about what is final', (server) => server.change('finality_update', 30), /is not of a final block/],
    ['gives less than it says', (server) => server.cut('updates', 100), /updates has another length/],
    ['has no update', (server) => server.cut('updates', 0), /has no update of period/],
    ['does not know the checkpoint', (server) => server.refuse('bootstrap'), /HTTP status 404/],
  ])('is refused from a beacon node that %s', async (_, lie, reason) => {
    lie(beacon);
    try {
      const run = await exported(beacon.url);
      expect(run.code).toBe(1);
      expect(run.err).toMatch(reason);
      expect(run.err).not.toMatch(/\n\s+at /);
    } finally {
      beacon.restore();
    }
  });

  it('is refused without a beacon node, and for a checkpoint that is no root', async () => {
    expect(await exported('')).toMatchObject({ code: 1, err: expect.stringContaining('set BEACON_URLS') });
    const run = await exported(beacon.url, '0x12');
    expect([run.code, run.out + run.err]).toEqual([1, expect.stringContaining('root of a beacon block')]);
  });
});

recorded('proofs of headers from a beacon node', () => {
  const BLOCK = 19_426_587;
  const FIRST_SLOT = 8_626_176;
  let bench: CommandBench;
  let beacon: BlockServer;
  let proof: Buffer;
  let honest: BlockServer['served'];

  beforeAll(async () => {
    bench = new CommandBench();
    await bench.storeNothing();
    proof = provenHeaders().find(({ number }) => number === BLOCK)!.proof;
    const archive = join(bench.directory, 'mainnet-bare-noproofs.ere');
    writeFileSync(archive, ereOf(provenBlocks(new Map([[BLOCK, proof]]))));
    expect(await bench.run(['ingest', '--from-archive', archive], NO_NODE)).toMatchObject({ code: 0 });
    const era = recordedEra();
    // The recorded era repeats the previous root at an empty slot.
    const filled = [...era.entries()].filter(([at, root]) => at === 0 || !root.equals(era[at - 1]!));
    expect(filled.length).toBeLessThan(era.length);
    honest = {
      roots: new Map(filled.map(([at, root]) => [FIRST_SLOT + at, root])),
      blocks: new Map([[era[0]!.toString('hex'), signedBeaconBlock(BLOCK)]]),
    };
    beacon = await startBlockServer(honest);
  });
  afterAll(async () => {
    await beacon.stop();
    await bench.close();
  });

  const prove = (urls: string) => bench.run(['ingest', '--header-proofs'], { ...NO_NODE, BEACON_URLS: urls });
  const [, id, subject] = CLAIMS.at(-1)!;
  const exported = () => {
    const out = ['--block', `${BLOCK}`, '--out', join(bench.directory, 'made.json')];
    return bench.run(['proof', 'export', subject, id, ...out], NO_NODE);
  };

  it.each<[string, (served: BlockServer['served']) => BlockServer['served'], RegExp]>([
    [
      'gives the root of another block',
      ({ roots, blocks }) => ({ blocks, roots: new Map([...roots, [FIRST_SLOT + 77, Buffer.alloc(32, 7)]]) }),
      /gave blocks of another era 1053/,
    ],
    [
      'leaves out a block',
      ({ blocks, roots }) => ({ blocks, roots: new Map([...roots].slice(0, -1)) }),
      /another era/,
    ],
    ['has no block', ({ roots }) => ({ roots, blocks: new Map() }), /HTTP status 404/],
    [
      'gives another block',
      ({ roots, blocks }) => {
        const [[root, block]] = [...blocks] as [[string, Buffer]];
        const other = Buffer.from(block);
        other[300]! ^= 1;
        return { roots, blocks: new Map([[root, other]]) };
      },
      /does not have the beacon block of slot 8626176|does not have it/,
    ],
  ])('are not made from a node that %s', async (_, lie, reason) => {
    beacon.served = lie(honest);
    const run = await prove(beacon.url);
    beacon.served = honest;
    expect(run).toMatchObject({ code: 1, err: expect.stringMatching(reason) });
    expect((await exported()).out).toMatch(/^V6 {2}not shown/m);
  });

  it('are made and stored, and bundles include them', async () => {
    expect(await prove(`http://127.0.0.1:1,${beacon.url}`)).toMatchObject({
      code: 0,
      out: '1 proofs of headers made; 0 blocks are younger than the roots of this release\n',
    });
    expect(await prove(beacon.url)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^0 proofs of headers made/),
    });
    expect((await exported()).out).toMatch(/^V6 {2}holds/m);
    const { blocks } = readBundle(readFileSync(join(bench.directory, 'made.json'), 'utf8'));
    expect(Object.values(blocks).map(({ canonicity }) => canonicity)).toEqual([`0x${proof.toString('hex')}`]);
  });

  it('need a beacon node', async () => {
    expect(await prove('')).toMatchObject({ code: 1, err: expect.stringContaining('set BEACON_URLS') });
  });
});
