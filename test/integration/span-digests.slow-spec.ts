import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { evaluationProjector } from '../../src/engine/engine.projector.js';
import {
  claimsBegun,
  claimsEnded,
  type SpanDigest,
  spanDigests,
} from '../../src/engine/store/span-digests.js';
import { SpansChanged, stateAbove } from '../../src/engine/store/store-state.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { dropReadIndexes, restoreReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import { bounded } from '../bounded.js';
import { allSpans } from '../fixture/all-spans.js';
import { changedRules, type Rules, rulesWith } from '../fixture/changed-rules.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { reevaluate } from '../fixture/reevaluate.js';

const SPAN = 16;
const CURRENT = 'definition_set = (SELECT id FROM definition_set WHERE current)';
const SOME_BLOCK = '(SELECT min(number) + 40 FROM canonical_block)';
/** Words in the line of a claim before its value. */
const WORDS_BEFORE_VALUE = 6;
const LONG = `${CURRENT} AND end_block > start_block + ${2 * SPAN}`;

const spansOf = (pool: Pool, blocks = SPAN): Promise<SpanDigest[]> => allSpans(pool, blocks);

/** Reads lines of a run until `isEnough`. @returns these lines, and a function that reads the rest */
async function begun(
  pool: Pool,
  isEnough: (span: SpanDigest) => boolean,
): Promise<{ readonly first: SpanDigest[]; rest(): Promise<SpanDigest[]> }> {
  const run = spanDigests(pool, SPAN);
  const first: SpanDigest[] = [];
  for (;;) {
    const { value, done } = await run.next();
    if (done) throw new Error('the run has fewer lines');
    first.push(value);
    if (isEnough(value)) return { first, rest: () => allSpans(pool, SPAN, run) };
  }
}

/** Changes of a database, as SQL that returns the blocks in whose spans it then differs. */
const CHANGES: Readonly<Record<string, string>> = {
  'the hash of a proof': changed(
    'proof_segment',
    CURRENT,
    'proof_hash = sha256(old.proof_hash)',
    'old.start_block',
  ),
  'the value of a claim': changed(
    'proof_segment',
    `${CURRENT} AND value <> ''`,
    `value = old.value || ' '`,
    'old.start_block',
  ),
  'the first block of an interval': changed(
    'proof_segment',
    `${CURRENT} AND start_block > 90`,
    'interval_start = old.interval_start - 1',
    'old.start_block',
  ),
  'the end of a claim': changed('proof_segment', LONG, 'end_block = NULL', 'old.end_block + 1'),
  'a claim that is not there': `WITH old AS (SELECT ctid AS place, * FROM proof_segment WHERE ${LONG} LIMIT 1)
    DELETE FROM proof_segment USING old WHERE proof_segment.ctid = place RETURNING ARRAY[old.start_block, old.end_block + 1]`,
  'the hash of a block': changed(
    'canonical_block',
    'number % 40 = 3',
    'hash = sha256(old.hash)',
    'old.number',
  ),
  'what a family covers': changed(
    'claim_coverage',
    `${CURRENT} AND ranges @> ${SOME_BLOCK}`,
    `ranges = old.ranges - int8multirange(int8range(${SOME_BLOCK}, ${SOME_BLOCK}, '[]'))`,
    SOME_BLOCK,
  ),
  'a block that is not there': `DELETE FROM canonical_block WHERE number = ${SOME_BLOCK} RETURNING ARRAY[number]`,
  'a claim of blocks that are not stored': changed(
    'proof_segment',
    `${CURRENT} AND end_block IS NULL`,
    'start_block = 2000000000',
    'old.start_block, (SELECT max(number) FROM canonical_block)',
  ),
};

function changed(table: string, where: string, set: string, blocks: string): string {
  return `WITH old AS (SELECT ctid AS place, * FROM ${table} WHERE ${where} LIMIT 1)
    UPDATE ${table} SET ${set} FROM old WHERE ${table}.ctid = place RETURNING ARRAY[${blocks}]`;
}

describe('digests of spans of the demo chain', () => {
  let demo: DemoDatabases;
  let whole: readonly SpanDigest[];
  /** Copies with the blocks up to one in which a claim ends. */
  let firstHalf: () => Promise<Pool>;
  let middle: number;

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    const pool = await demo.inOrder();
    whole = await spansOf(pool);
    const [from, to] = demo.whole;
    const { rows } = await pool.query<{ last: number }>(
      `SELECT end_block AS last FROM proof_segment WHERE ${CURRENT} AND end_block IS NOT NULL ORDER BY abs(end_block - $1) LIMIT 1`,
      [Math.floor((from + to) / 2)],
    );
    middle = rows[0]!.last;
    firstHalf = await demo.copies(demo.everyProjector(), [[from, middle]]);
  });
  afterEach(() => demo.dropAll());
  afterAll(() => demo?.stop());

  const spanOf = (block: number) => block - (block % SPAN);

  it('cover all stored blocks without gaps, whether claims change there or not', () => {
    const [from, to] = demo.whole;
    expect(whole.map(({ fromBlock }) => fromBlock)).toEqual(
      Array.from({ length: (spanOf(to) - spanOf(from)) / SPAN + 1 }, (_, at) => spanOf(from) + at * SPAN),
    );
    expect(whole.reduce((sum, { blocks }) => sum + blocks, 0)).toBe(to - from + 1);
    expect(new Set(whole.map(({ seal }) => seal)).size).toBe(whole.length);
  });

  it('are the same if ranges come in random order', async () => {
    expect(await spansOf(await demo.shuffled(1))).toEqual(whole);
  });

  it.each([
    ['spans', () => SPAN],
    ['one span that ends with a claim', () => middle + 1],
  ])('stay where they are whole while further blocks come: %s', async (_, size) => {
    const some = (await spansOf(await firstHalf(), size())).filter(({ toBlock }) => toBlock <= middle);
    expect(some.length).toBeGreaterThan(0);
    expect((await spansOf(await demo.inOrder(), size())).slice(0, some.length)).toEqual(some);
  });

  it.each(Object.entries(CHANGES))(
    'differ where a database differs, as do all seals from there on: %s',
    async (_, change) => {
      const pool = await demo.inOrder();
      const { rows, rowCount } = await pool.query<{ array: readonly number[] }>(change);
      expect(rowCount).toBe(1);
      const changed = [...new Set(rows[0]!.array.map((block) => spanOf(Number(block))))];
      const now = await spansOf(pool);
      expect(now.map(({ fromBlock }) => fromBlock)).toEqual(whole.map(({ fromBlock }) => fromBlock));
      expect(differing(now, whole, 'digest')).toEqual(changed);
      expect(differing(now, whole, 'seal')).toEqual(
        whole.map(({ fromBlock }) => fromBlock).filter((block) => block >= changed[0]!),
      );
    },
  );

  it('do not confuse the text of a value with another claim', async () => {
    const pool = await demo.inOrder();
    const state = (await inTransaction(pool, (tx) => stateAbove(tx, 0)))!;
    const { rows } = await pool.query<{ definition: number; line: string }>(
      claimsBegun(state, [0, demo.whole[1]]),
    );
    const open = await pool.query<{ name: string }>(
      `SELECT concat_ws(' ', definition, encode(subject, 'hex'), encode(object, 'hex'), start_block, '') AS name
       FROM proof_segment WHERE ${CURRENT} AND end_block IS NULL AND value IS NULL`,
    );
    const names = open.rows.map(({ name }) => name);
    const isOpen = ({ definition, line }: (typeof rows)[number]) =>
      names.some((name) => `${definition} ${line}`.startsWith(name));
    const at = rows.findIndex(
      ({ line }, place) =>
        line.split(' ').length > WORDS_BEFORE_VALUE && rows[place + 1] && isOpen(rows[place + 1]!),
    );
    const [first, second] = [rows[at]!, rows[at + 1]!];
    const change = (text: string, { definition, line }: (typeof rows)[number], ...values: string[]) => {
      const [subject, object, start] = line.split(' ');
      return pool.query(
        `${text} ${CURRENT} AND definition = $1 AND subject = decode($2, 'hex') AND object = decode($3, 'hex') AND start_block = $4`,
        [definition, subject, object, start, ...values],
      );
    };
    const all = await spansOf(pool, 2 ** 30);
    const forged = `\nbegins ${state.definitions.get(second.definition)} ${second.line}`;
    const removed = await change('DELETE FROM proof_segment WHERE', second);
    const forging = await change('UPDATE proof_segment SET value = value || $5 WHERE', first, forged);
    expect([removed.rowCount, forging.rowCount]).toEqual([1, 1]);
    expect((await spansOf(pool, 2 ** 30))[0]!.digest).not.toBe(all[0]!.digest);
  });

  it('are the same under other definitions that prove the same, but have other seals', async () => {
    const pool = await demo.inOrder();
    await pool.query("UPDATE definition_set SET digest = encode(sha256(''), 'hex') WHERE current");
    const now = await spansOf(pool);
    expect(differing(now, whole, 'digest')).toEqual([]);
    expect(differing(now, whole, 'seal')).toHaveLength(whole.length);
  });

  it('leave out spans without stored blocks, and seal those before', async () => {
    const [from, newest] = demo.whole;
    const [first, second] = [from + 2 * SPAN + 3, from + 6 * SPAN + 5];
    // The last block of a span, which later blocks do not change.
    const to = bounded(spanOf(second) + 3 * SPAN - 1, newest);
    const upTo = whole.filter(({ fromBlock }) => fromBlock <= to);
    const pool = await demo.ingested(demo.everyProjector(), [
      [from, first],
      [second, to],
    ]);
    const spans = await spansOf(pool);
    const left = upTo.filter(({ fromBlock, toBlock }) => fromBlock <= first || toBlock >= second);
    expect(left.length).toBeLessThan(upTo.length);
    expect(spans.map(({ fromBlock }) => fromBlock)).toEqual(left.map(({ fromBlock }) => fromBlock));
    expect(spans.slice(0, 2)).toEqual(whole.slice(0, 2));
    const without = await demo.ingested(demo.everyProjector(), [
      [from, first - 1],
      [second, to],
    ]);
    const others = await spansOf(without);
    expect(differing(others, spans, 'digest')).toEqual([spanOf(first)]);
    expect(others.at(-1)!.seal).not.toBe(spans.at(-1)!.seal);

    const run = await begun(pool, ({ fromBlock }) => fromBlock > second);
    await demo.ingest(pool, demo.everyProjector(), [[first + 1, second - 1]]);
    await expect(run.rest()).rejects.toThrow(SpansChanged);
    expect(await spansOf(pool)).toEqual(upTo);
  });

  it('end with the block that was newest at the start of the run, though further ones come', async () => {
    const pool = await firstHalf();
    const { first, rest } = await begun(pool, ({ fromBlock }) => fromBlock > middle / 2);
    await demo.ingest(pool, demo.everyProjector(), [[middle + 1, demo.whole[1]]]);
    const spans = [...first, ...(await rest())];
    expect(spans.at(-1)!.fromBlock).toBe(spanOf(middle));
    expect(spans).toEqual(whole.slice(0, spans.length));
  });

  it('are refused if all claims are rebuilt meanwhile', async () => {
    const pool = await demo.inOrder();
    const { rest } = await begun(pool, ({ fromBlock }) => fromBlock > middle);
    const lease = await WriterLease.take(pool, 1_000);
    await new ProjectionRunner(pool, lease).rebuild(
      demo.everyProjector().find(({ name }) => name === 'evaluation')!,
    );
    lease.release();
    await expect(rest()).rejects.toThrow(SpansChanged);
    expect(await spansOf(pool)).toEqual(whole);
  });

  it('are refused if other definitions are served meanwhile', async () => {
    const projector = (rules: Rules) =>
      evaluationProjector({
        ...rules,
        ...{ firstBlock: demo.chain.firstBlock, views: new Tracker(forkSchedule()) },
      });
    const [from, newest] = demo.whole;
    const blocks = [[from, bounded(middle, newest)]] as const;
    const pool = await demo.ingested([projector(rulesWith(() => undefined))], blocks);
    const { rest } = await begun(pool, ({ fromBlock }) => fromBlock > from + 2 * SPAN);
    await reevaluate(pool, () => projector(changedRules()));
    await expect(rest()).rejects.toThrow(SpansChanged);
    const fresh = await demo.ingested([projector(changedRules())], blocks);
    await demo.answer(pool, [projector(changedRules())]);
    expect(await spansOf(pool)).toEqual(await spansOf(fresh));
  });

  it('find the claims of a span by an index', async () => {
    const pool = await demo.inOrder();
    await pool.query('ANALYZE');
    const state = (await inTransaction(pool, (tx) => stateAbove(tx, middle)))!;
    const [first, last] = [middle + 1, middle + 3];
    for (const [query, condition] of [
      [claimsBegun(state, [first, last]), `((start_block >= ${first}) AND (start_block <= ${last}))`],
      [claimsEnded(state, [first, last]), `((end_block >= ${first - 1}) AND (end_block <= ${last - 1}))`],
    ] as const) {
      const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${query}`);
      expect(JSON.stringify(rows)).toContain(`"Index Cond":"${condition}"`);
      expect(JSON.stringify(rows)).not.toContain('Seq Scan');
    }
  });

  it('are refused while these indexes are dropped', async () => {
    const pool = await demo.inOrder();
    await dropReadIndexes(pool);
    await expect(spansOf(pool)).rejects.toThrow(/a fill has dropped/);
    await restoreReadIndexes(pool);
    expect(await spansOf(pool)).toEqual(whole);
  });
});

/** First blocks of spans that differ. */
const differing = (
  some: readonly SpanDigest[],
  others: readonly SpanDigest[],
  field: 'digest' | 'seal',
): number[] =>
  some.filter((span, at) => span[field] !== others[at]![field]).map(({ fromBlock }) => fromBlock);
