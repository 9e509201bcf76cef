import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { type MadeTransaction, verifiedBlock } from '../../../test/builder/verified-block.js';
import { addressOf } from '../../../test/e2e/fixture/bytes.js';
import { type OpenedDatabase, openNewDatabase } from '../../../test/fixture/opened-database.js';
import { checkProjections } from '../../cli/check/check-projections.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Hex } from '../../domain/chain/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { applyEvents } from '../../event-store/apply-events.js';
import { EventStore } from '../../event-store/event-store.js';
import { ProjectionRunner } from '../../event-store/projection-runner.js';
import { WriterLease } from '../../event-store/writer-lease.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { allProjectors } from '../../runtime/projection/projectors.js';
import { BEST_OF_ALL } from './best-of-all.js';
import { foldBlocks } from './bucket.js';
import { type Counterparties, CounterpartiesReader } from './counterparties.reader.js';
import { counterpartyProjector } from './counterparty.projector.js';

/** Inside a bucket, so that the first bucket is shorter. */
const FIRST = 102;
const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(addressOf) as [Buffer, Buffer, Buffer];
const ALICE: Hex = `0x${alice.toString('hex')}`;
const projectors = [
  ...allProjectors().filter(({ name }) => !['evaluation', 'counterparty'].includes(name)),
  counterpartyProjector({ firstBlock: FIRST, bucketBlocks: 8, partBlocks: 2, settledDepth: 3 }),
];

/** Pairs of equal hash in PostgreSQL: anybody can find such addresses. */
const TWINS = [
  ['11'.repeat(20), 'dd'.repeat(20)],
  ['222222012222222222222222089fb2183b38b739', '435c36addddddddddddddddddddddddddddddddd'],
].map((pair) => pair.map((address) => Buffer.from(address, 'hex')) as [Buffer, Buffer]);

describe('the fold of counterparties', () => {
  let database: OpenedDatabase;
  let pool: Pool;
  let lease: WriterLease;
  let store: EventStore;
  beforeEach(async () => {
    database = await openNewDatabase();
    pool = database.pool;
    lease = await WriterLease.take(pool, 1_000);
    for (const projector of projectors) await new ProjectionRunner(pool, lease).catchUp(projector);
    store = await EventStore.open(pool, lease, projectors);
  });
  afterEach(async () => {
    lease.release();
    await database.drop();
  });

  /** Alice deals with bob in every block, with carol in every third. */
  function chain(from: number, to: number, branch = 'a', forkedAt = from): VerifiedBlock[] {
    const blocks: VerifiedBlock[] = [];
    for (let number = FIRST; number <= to; number++) {
      const parent = blocks.at(-1)?.hash ?? Buffer.alloc(32);
      const side = number < forkedAt ? 'a' : branch;
      const deals: MadeTransaction[] = [{ from: alice, to: bob }];
      if (number % 3 === 0) deals.push({ from: carol, to: side === 'a' ? alice : bob });
      blocks.push(verifiedBlock(number, side, parent, deals));
    }
    return blocks.filter(({ header }) => header.number >= from);
  }

  const append = (
    blocks: readonly VerifiedBlock[],
    orphaned: readonly VerifiedBlock[] = [],
    isFill = false,
  ): Promise<void> =>
    store.append({
      isFill,
      orphaned: orphaned.map(({ hash, header }) => ({ number: header.number, hash })).reverse(),
      appended: blocks,
    });

  const folded = async (db: Pool | PoolClient = pool): Promise<string[]> => {
    const { rows } = await db.query('SELECT from_block, to_block FROM counterparty_bucket ORDER BY 1');
    return rows.map(({ from_block, to_block }) => `${from_block} to ${to_block}`);
  };

  const whole = (): Promise<Counterparties> => new CounterpartiesReader(pool).ofAll(ALICE, 10, FIRST);

  /** Alice's dealings with both, counted from the numbers of the blocks. */
  async function expectDealings(to: number, carolUpTo = to): Promise<void> {
    const count = (upTo: number, divisor: number) =>
      Array.from({ length: upTo - FIRST + 1 }, (_, at) => FIRST + at).filter((n) => n % divisor === 0).length;
    const reported = (await whole()).counterparties.map((row) => [
      ...[row.counterparty, row.txCount, row.firstBlock, row.lastBlock],
    ]);
    expect(reported).toEqual([
      [`0x${bob.toString('hex')}`, count(to, 1), FIRST, to],
      [`0x${carol.toString('hex')}`, count(carolUpTo, 3), 102, carolUpTo - (carolUpTo % 3)],
    ]);
    expect(await checkProjections(pool)).toEqual([]);
  }

  it('waits for the last block of a bucket, and for enough blocks above it', async () => {
    // In flushes as small as those of large blocks.
    for (let from = FIRST; from <= 120; from += 5)
      await append(chain(from, Math.min(120, from + 4)), [], true);
    // The first begins with the chain; of the third, the last is not deep enough, and a fill folds no parts.
    expect(await folded()).toEqual(['102 to 103', '104 to 111']);
    await append(chain(121, 121));
    expect(await folded()).toEqual(['102 to 103', '104 to 111', '112 to 113', '114 to 115', '116 to 117']);
    await append(chain(122, 122));
    expect(await folded()).toEqual(['102 to 103', '104 to 111', '112 to 119']);
    await expectDealings(122);
  });

  it('looks pairs up by a hash without feasible collisions, and tells them apart', async () => {
    const { rows } = await pool.query(
      `SELECT count(DISTINCT hashbyteaextended(pair, 0))::int AS easy, count(DISTINCT hashbyteaextended(sha256(pair), 0))::int AS hard
       FROM unnest($1::bytea[]) pair`,
      [TWINS.map((pair) => Buffer.concat(pair))],
    );
    expect(rows).toEqual([{ easy: 1, hard: TWINS.length }]);
    const index = await pool.query(
      `SELECT pg_get_indexdef('counterparty_pair_lookup'::regclass) AS definition`,
    );
    expect(index.rows[0].definition).toContain(
      'hashbyteaextended(sha256((address_a || address_b)), (0)::bigint)',
    );
    const blocks: VerifiedBlock[] = [];
    for (let number = FIRST; number <= 126; number++) {
      const deals = TWINS.filter((_, at) => number % (at + 1) === 0).map(([from, to]) => ({ from, to }));
      blocks.push(verifiedBlock(number, 'a', blocks.at(-1)?.hash ?? Buffer.alloc(32), deals));
    }
    await append(blocks);
    const counts = async (head: number): Promise<void> => {
      for (const [at, pair] of TWINS.entries())
        for (const [one, other] of [pair, [...pair].reverse()] as [Buffer, Buffer][]) {
          const found = await new CounterpartiesReader(pool).ofAll(toHex(one), 10, FIRST);
          expect(found.counterparties.map(({ counterparty, txCount }) => [counterparty, txCount])).toEqual([
            [toHex(other), Math.floor(head / (at + 1)) - Math.floor((FIRST - 1) / (at + 1))],
          ]);
        }
      expect(await checkProjections(pool)).toEqual([]);
    };
    await counts(126);
    await append([], blocks.slice(8));
    await counts(FIRST + 7);
  });

  it('looks a pair up by its hash, where an address has very many', async () => {
    await append(chain(FIRST, 125));
    const client = await pool.connect();
    try {
      // Of two addresses, one of them the lesser of each pair and one the greater; they were never analyzed. So few would be read whole.
      await client.query(`
        SET enable_seqscan = off;
        TRUNCATE counterparty_sum, counterparty_bucket;
        INSERT INTO counterparty_sum SELECT 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0, true, pair.* FROM generate_series(1, 10000) number
        CROSS JOIN LATERAL (VALUES ('\\x00'::bytea, sha256(int4send(number))), (sha256(int4send(number)), '\\xffff')) pair`);
      for (let time = 0; time < 2; time++) {
        await foldBlocks(client, { fromBlock: 104 + 8 * time, toBlock: 111 + 8 * time });
        await client.query('ANALYZE counterparty_sum; SELECT pg_stat_force_next_flush()');
        const { rows } = await client.query(
          `SELECT indexrelname FROM pg_stat_user_indexes WHERE relname = 'counterparty_sum' AND idx_scan > 0`,
        );
        expect([time, rows]).toEqual([time, [{ indexrelname: 'counterparty_pair_lookup' }]]);
      }
    } finally {
      client.release(true);
    }
  });

  it('stores a pair once while it has met in one bucket', async () => {
    const met = [113, 117, 122];
    const blocks: VerifiedBlock[] = [];
    for (let number = FIRST; number <= 130; number++) {
      const deals = met.includes(number) ? [{ from: alice, to: bob }] : [];
      blocks.push(verifiedBlock(number, 'a', blocks.at(-1)?.hash ?? Buffer.alloc(32), deals));
    }
    const upTo = (from: number, to: number) => blocks.slice(from - FIRST, to - FIRST + 1);
    const stored = async () => {
      const { rows } = await pool.query(
        'SELECT from_block AS at, is_total AS "isTotal", tx_count AS txs FROM counterparty_sum ORDER BY 1',
      );
      expect(await checkProjections(pool)).toEqual([]);
      return rows.map(({ at, isTotal, txs }) => [at, txs, ...(isTotal ? ['in all'] : [])]);
    };
    await append(upTo(FIRST, 118));
    expect(await stored()).toEqual([[112, 1, 'in all']]);
    await append(upTo(119, 121));
    const inParts = [
      [-1, 2, 'in all'],
      [112, 1],
      [116, 1],
    ];
    expect(await stored()).toEqual(inParts);
    await append(upTo(122, 122));
    expect(await stored()).toEqual([[112, 2, 'in all']]);
    await append(upTo(123, 130));
    expect(await stored()).toEqual([
      [-1, 3, 'in all'],
      [112, 2],
      [120, 1],
    ]);
    await append([], upTo(120, 130));
    expect(await stored()).toEqual([[112, 2, 'in all']]);
    await append([], upTo(119, 119));
    expect(await stored()).toEqual([]);
  });

  it('counts up to the same limit, however much is folded', async () => {
    const others = [...'abcde'].map(addressOf);
    const blocks: VerifiedBlock[] = [];
    for (let number = FIRST; number <= 130; number++) {
      const met = number === FIRST ? others : number === FIRST + 8 ? others.slice(0, 2) : [];
      const deals = met.map((to) => ({ from: alice, to }));
      blocks.push(verifiedBlock(number, 'a', blocks.at(-1)?.hash ?? Buffer.alloc(32), deals));
    }
    const counts = async (limit: number, counted: number): Promise<(number | null)[]> => {
      const { rows } = await pool.query(BEST_OF_ALL, [alice, limit, FIRST, counted]);
      return [rows[0].corpus, rows[0].tieCount];
    };
    // All in blocks that are not folded, then with two that are level no more, then in buckets.
    for (const [from, to, level] of [
      [0, 2, 5],
      [2, 9, 3],
      [9, 29, 3],
    ] as const) {
      await append(blocks.slice(from, to));
      for (let counted = 1; counted < 7; counted++)
        expect([to, counted, ...(await counts(3, counted))]).toEqual([
          ...[to, counted, counted < 5 ? null : 5, counted < level ? null : 2],
        ]);
    }
    expect(await folded()).toContain('104 to 111');
  });

  it('folds a bucket whose blocks come last once it is whole', async () => {
    await append(chain(112, 130));
    await append(chain(106, 111));
    expect(await folded()).not.toContain('104 to 111');
    await append(chain(FIRST, 105));
    expect((await folded()).slice(0, 3)).toEqual(['102 to 103', '104 to 111', '112 to 119']);
    await expectDealings(130);
  });

  it('folds again what a reorganisation replaced, however deep', async () => {
    let canonical = chain(FIRST, 125);
    await append(canonical);
    await expectDealings(125);
    // Above what is folded, inside it, and all but the first block; from there on carol deals with bob.
    for (const forkedAt of [124, 118, 110, 103]) {
      const above = canonical.filter(({ header }) => header.number >= forkedAt);
      const branch = chain(forkedAt, 126, `from ${forkedAt}`, forkedAt);
      await append(branch, above);
      canonical = [...canonical.filter((block) => !above.includes(block)), ...branch];
      await expectDealings(126, forkedAt - 1);
    }
    expect(await folded()).toContain('112 to 119');
  });

  it('removes blocks as if they had never existed', async () => {
    const blocks = chain(FIRST, 125);
    await append(blocks);
    const before = await whole();
    await append([], blocks.slice(5));
    expect((await whole()).asOfBlock).toBe(FIRST + 4);
    await expectDealings(FIRST + 4);
    await append(blocks.slice(5));
    expect(await whole()).toEqual(before);
  });

  it('keeps canonical blocks folded when a replay over the final tables orphans earlier ones', async () => {
    const [old, branch] = [chain(FIRST, 125), chain(110, 126, 'b', 110)];
    await append(old);
    await append(branch, old.slice(8));
    const projector = projectors.at(-1)!;
    const appended = (blocks: readonly VerifiedBlock[]) =>
      blocks.map((block, at) => ({ kind: 'BlockAppended', position: at, block }) as const);
    await inTransaction(pool, async (tx) => {
      await projector.clear(tx);
      await applyEvents(projector, tx, appended(old));
      const before = await folded(tx);
      expect(before).toContain('104 to 111');
      for (let number = 125; number >= 110; number--) await projector.unwind(tx, number, number);
      expect(await folded(tx)).toEqual(before);
      await applyEvents(projector, tx, appended(branch));
    });
    await expectDealings(126, 109);
  });
});
