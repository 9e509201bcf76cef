import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { bounded } from '../bounded.js';
import { shuffledRanges } from '../builder/shuffled-ranges.js';
import { type AlteredNode, RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { sharedChain } from '../shared/demo-chain.js';
import { Prng } from '../simulation/prng.js';
import { moreSlowly } from '../slowly.js';

type Range = readonly [from: number, to: number];

const SEEDS = bounded([7], [7, 8, 9]);

/** Blocks without records, counted from the first block. */
const LACK_ALL: Range = [60, 75];
const LACK_FRAMES: Range = [140, 147];
/** The last that is ingested: episodes go on for so long. */
const LAST = bounded(185, Number.POSITIVE_INFINITY);

describe('a chain with blocks without call frames or state diffs', () => {
  let node: AlteredNode;
  let demo: DemoDatabases;
  let digest: string;
  let segments: number;

  beforeAll(async () => {
    const chain = await sharedChain();
    const lacks = ([from, to]: Range, block: number): boolean =>
      block >= chain.firstBlock + from && block <= chain.firstBlock + to;
    node = await startAlteredNode(
      () => chain.url,
      (method, params) => {
        if (method !== 'debug_traceBlockByNumber') return undefined;
        const [block, { tracer }] = [Number(params[0]), params[1] as { readonly tracer: string }];
        const isLacking = lacks(LACK_ALL, block) || (lacks(LACK_FRAMES, block) && tracer === 'callTracer');
        return isLacking ? new RpcFailure(-32000, 'No state available') : undefined;
      },
    );
    const height = Math.min(chain.firstBlock + LAST, chain.height());
    demo = await DemoDatabases.over({ ...chain, url: node.url, height: () => height }, true);
    const pool = await demo.ingested(demo.everyProjector());
    ({ digest, segments } = await claimDigest(pool));
    expect(await checkProjections(pool)).toEqual([]);
    const { rows } = await pool.query<{ records: string; runs: number }>(
      'SELECT records, (SELECT count(*)::int4 FROM unnest(ranges)) AS runs FROM evaluated_range ORDER BY records',
    );
    expect(rows).toEqual([
      { records: '', runs: 1 },
      { records: 'frames', runs: 3 },
      { records: 'frames state_diff', runs: 3 },
      { records: 'state_diff', runs: 2 },
    ]);
  });
  afterEach(() => demo?.dropAll());
  afterAll(async () => {
    await demo?.stop();
    await node?.stop();
  });

  const ingested = async (ranges: readonly Range[], answersAfter: () => boolean) =>
    claimDigest(await demo.ingested(demo.everyProjector(), ranges, answersAfter));
  const at = (offset: number) => demo.chain.firstBlock + offset;

  const orders: readonly (readonly [name: string, ranges: () => readonly Range[]])[] = [
    [
      'the gaps last',
      () => [
        [at(0), at(59)],
        [at(76), at(139)],
        [at(148), demo.whole[1]],
        [at(60), at(75)],
        [at(140), at(147)],
      ],
    ],
    [
      'from gap to gap',
      () => [
        [at(0), at(75)],
        [at(76), at(139)],
        [at(140), demo.whole[1]],
      ],
    ],
    [
      'the last blocks first',
      () => [
        [at(148), demo.whole[1]],
        [at(76), at(147)],
        [at(0), at(75)],
      ],
    ],
  ];

  it.each(moreSlowly(orders))('proves what it proves in one go: %s', async (_, ranges) => {
    expect(await ingested(ranges(), () => true)).toMatchObject({ digest, segments });
  });

  it.each(SEEDS)(
    'has the claims of one continuous range, whatever the order of ranges: seed %i',
    async (seed) => {
      const random = new Prng(seed);
      const ranges = shuffledRanges(demo.whole, random);
      expect(await ingested(ranges, () => random.chance(0.5))).toMatchObject({ digest, segments });
    },
  );
});
