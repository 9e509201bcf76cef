import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { partOf } from '../../src/api/feed/feed-role.js';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import type { Projector } from '../../src/event-store/projector.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { CounterpartiesReader } from '../../src/projection/counterparty/counterparties.reader.js';
import { counterpartyProjector } from '../../src/projection/counterparty/counterparty.projector.js';
import { AddressTokenTransfersReader } from '../../src/projection/token/address-token-transfers.reader.js';
import { InternalTransfersReader } from '../../src/records/frame/internal-transfers.reader.js';
import { AddressTransactionsReader } from '../../src/records/transaction/address-transactions.reader.js';
import { allProjectors, EVALUATING } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { Met, type Ranked, ranking } from '../property/expected-counterparties.js';
import { itSlowly, slowly } from '../slowly.js';

const EVERYTHING = 100_000;
const MOVED_ITEMS = ['erc721', 'erc1155_single', 'erc1155_batch'];

describe('the counterparties of every address of the demo chain', () => {
  let demo: DemoDatabases;
  /** Counterparties from the feeds, by address and block. */
  const reported = new Map<string, readonly Ranked[]>();
  let addresses: readonly Address[];
  let blocks: readonly number[];
  let samples = 0;
  /** Copies of a database with buckets of 16 blocks in parts of 4. */
  let ingested: () => Promise<Pool>;

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    const [first, last] = demo.whole;
    blocks = [first, first + 31, first + 32, first + 47, first + 150, last - 4, last];
    ingested = await demo.copies(projectors(16, 4));
    const pool = await ingested();
    addresses = await everyAddress(pool);
    for (const address of addresses) {
      const met = await interactions(pool, address);
      for (const block of blocks) reported.set(`${address} ${block}`, ranking(met, block));
    }
    await agree(pool, slowly(sample(), addresses));
  });
  afterEach(() => demo.dropAll());
  afterAll(() => demo?.stop());

  /** Projectors with these numbers of blocks in a bucket and in a part. */
  const projectors = (bucketBlocks: number, partBlocks: number): readonly Projector[] => {
    const { firstBlock } = demo.chain;
    const small = counterpartyProjector({ firstBlock, bucketBlocks, partBlocks, settledDepth: 4 });
    return allProjectors({ firstBlock, isDemo: true })
      .filter(({ name }) => !EVALUATING.has(name))
      .map((projector) => (projector.name === small.name ? small : projector));
  };

  /** Expects every ranking to equal the feeds, for all blocks and at each of some blocks. */
  async function agree(pool: Pool, some: readonly Address[]): Promise<void> {
    const reader = new CounterpartiesReader(pool);
    const { firstBlock } = demo.chain;
    for (const address of some) {
      for (const block of blocks) {
        const found = await reader.atBlock(address, block, EVERYTHING, firstBlock);
        expect([address, block, found.counterparties]).toEqual([
          address,
          block,
          reported.get(`${address} ${block}`),
        ]);
      }
      const whole = reported.get(`${address} ${demo.whole[1]}`)!;
      expect([address, (await reader.ofAll(address, EVERYTHING, firstBlock)).counterparties]).toEqual([
        address,
        whole,
      ]);
      for (const limit of [1, 3]) {
        const found = await reader.ofAll(address, limit, firstBlock);
        const level = whole[limit - 1]?.succeededCount;
        const tied = whole.slice(limit).filter(({ succeededCount }) => succeededCount === level).length;
        expect([found.counterparties, found.corpus, found.tieCount]).toEqual([
          whole.slice(0, limit),
          whole.length,
          whole.length > limit ? tied : null,
        ]);
      }
    }
  }

  /** Other addresses each time; all in a long run. */
  const sample = (): readonly Address[] => {
    const step = bounded(4, 1);
    samples++;
    return addresses.filter((_, at) => (at + samples) % step === 0);
  };

  it('are many, on every surface and of both token classes', () => {
    const all = [...reported.values()].flat();
    expect(addresses.length).toBeGreaterThan(200);
    for (const count of ['externalCount', 'internalCount', 'tokenCount'] as const)
      expect(all.filter((row) => row[count] > 0).length).toBeGreaterThan(100);
    expect(all.filter(({ tokenClasses }) => tokenClasses.includes('nft')).length).toBeGreaterThan(5);
    expect(all.filter(({ txCount, succeededCount }) => succeededCount < txCount).length).toBeGreaterThan(5);
  });

  it('are those of the feeds, whatever the order of ranges and the size of buckets', async () => {
    const [first, last] = demo.whole;
    await agree(await demo.inOrder(), sample());
    await agree(
      await demo.ingested(projectors(7, 1), [
        [first + 200, last],
        [first + 40, first + 77],
        [first, first + 39],
        [first + 78, first + 199],
      ]),
      sample(),
    );
    // A few blocks at a time, as at the head.
    const steps: [number, number][] = [];
    for (let from = first; from <= last; from += 9) steps.push([from, Math.min(from + 8, last)]);
    const followed = await demo.ingested(projectors(128, 4), steps);
    await agree(followed, sample());
    const sizes = await followed.query<{ blocks: number; runs: number }>(
      'SELECT to_block - from_block + 1 AS blocks, count(*) AS runs FROM counterparty_bucket GROUP BY 1 ORDER BY 1',
    );
    expect(sizes.rows.map(({ blocks: size }) => size)).toEqual([4, expect.any(Number), 128]);
  });

  itSlowly('are the same after a rebuild, though other blocks may be folded', async () => {
    const some = projectors(16, 4);
    const pool = await ingested();
    const lease = await WriterLease.take(pool, 1_000);
    try {
      await new ProjectionRunner(pool, lease).rebuild(some.find(({ name }) => name === 'counterparty')!);
    } finally {
      lease.release();
    }
    await agree(pool, sample());
    expect(await checkProjections(pool)).toEqual([]);
  });
});

async function everyAddress(pool: Pool): Promise<readonly Address[]> {
  const sides = ['transaction', 'internal_transfer', 'transfer'].flatMap((table) =>
    ['from', 'to'].map((side) => `SELECT ${side}_address AS address FROM ${table}`),
  );
  const { rows: found } = await pool.query<{ address: Address }>(
    `SELECT '0x' || encode(address, 'hex') AS address FROM (${sides.join(' UNION ')} UNION SELECT address FROM account_state) taking_part
     WHERE address IS NOT NULL ORDER BY 1`,
  );
  return found.map(({ address }) => address);
}

/** The three feeds of an address: one entry for each row with another address. */
async function interactions(pool: Pool, address: Address): Promise<readonly Met[]> {
  const met: Met[] = [];
  const note = (
    from: Address | null,
    to: Address | null,
    rest: Omit<Met, 'counterparty' | 'isSent'>,
  ): void => {
    if (from === null || to === null) return;
    const { counterparty } = partOf(address, from, to);
    if (counterparty !== undefined) met.push({ ...rest, counterparty, isSent: from === address });
  };
  const transactions = await new AddressTransactionsReader(pool).ofAddress(address, undefined, EVERYTHING);
  for (const { blockNumber, txIndex, from, to, status } of transactions.transactions)
    note(from, to, { place: [blockNumber, txIndex], succeeded: status === 1, surface: 'external' });
  const internal = await new InternalTransfersReader(pool).ofAddress(address, undefined, EVERYTHING);
  for (const { blockNumber, txIndex, from, to, reverted } of internal.transfers)
    note(from, to, { place: [blockNumber, txIndex], succeeded: !reverted, surface: 'internal' });
  const tokens = await new AddressTokenTransfersReader(pool).ofAddress(address, undefined, EVERYTHING);
  for (const { movement } of tokens.transfers) {
    const { blockNumber, txIndex, from, to, shape, tokenId } = movement;
    const isItem = MOVED_ITEMS.includes(shape) || (shape === 'unindexed' && tokenId !== null);
    note(from, to, {
      ...{ place: [blockNumber, txIndex], succeeded: true, surface: 'token' },
      tokenClass: isItem ? 'nft' : 'fungible',
    });
  }
  return met;
}
