import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { CLOSENESS, closenessOf, type MatchedOn } from '../../src/projection/name/findable-text.js';
import { type Collection, candidates } from '../../src/projection/name/name-candidates.js';
import { addTexts, type TextRow } from '../../src/projection/name/text-rows.js';
import { bounded } from '../bounded.js';
import { type OpenDatabase, openDatabase } from '../e2e/fixture/open-database.js';
import { randomTexts } from './random-texts.js';

const ADDRESSES = bounded(5_000, 50_000);
const MOST = 31;
const MATCHED_ON: readonly MatchedOn[] = ['name', 'token_symbol', 'token_name'];

/** Texts of two, three and more characters; frequent, rare and absent ones; and texts with special characters of patterns. */
const QUERIES = [
  'co',
  'in',
  'ok',
  'us',
  'zz',
  'x1',
  ' a',
  '% ',
  '__',
  '\\ ',
  '0x',
  '12',
  'ai',
  'e ',
  '\u6bd4\u7279',
  '\ud83d\ude80\ud83c\udf15',
  '\u00e9t',
  '\u0434\u043e',
  'coi',
  'coin',
  'oin',
  'token',
  'oken',
  'usd',
  'n t',
  ' usd',
  'coin coin',
  'coincoin',
  'inu',
  'swap',
  'gold dao',
  'moon',
  'feed',
  '0xfeedfacefeedface00',
  'facefeed',
  '234567',
  '\u7279\u5e01',
  '\u6bd4\u7279\u5e01',
  '\ud83d\ude80\ud83c\udf15c',
  't\u00e9',
  '%',
  'a.eth',
  '.eth',
  'in token',
  'in coin',
  'n usd',
  'nothing like it',
  'coin7',
  'token token token',
  'x x',
  '\\ %',
].filter((query) => [...query].length > 1);

describe('candidates among very many texts', () => {
  let database: OpenDatabase;
  const rows = randomTexts(ADDRESSES, 8);
  beforeAll(async () => {
    database = await openDatabase();
    await inTransaction(database.pool, async (tx) => {
      for (let at = 0; at < rows.length; at += 10_000) await addTexts(tx, rows.slice(at, at + 10_000));
    });
    await database.pool.query('VACUUM ANALYZE name_text, name_pair');
  });
  afterAll(() => database?.close());

  /** The matches in the order of the contract, found by reading every row. */
  function scanned(query: string, collection: Collection): string[] {
    const met = rows.flatMap((row) => {
      if (row.matched_on > 1 !== (collection === 'tokens')) return [];
      const closeness = closenessOf(query, row.folded, MATCHED_ON[row.matched_on - 1]!);
      return closeness === undefined ? [] : [{ row, closeness: CLOSENESS.indexOf(closeness) }];
    });
    const place = ({ row, closeness }: { row: TextRow; closeness: number }) => [
      row.standing_group,
      closeness,
      -row.holders,
      row.length,
      Number.parseInt(row.address.slice(2), 16),
    ];
    met.sort((one, other) => {
      const [a, b] = [place(one), place(other)];
      return a.map((value, at) => value - b[at]!).find((difference) => difference !== 0) ?? 0;
    });
    return [...new Set(met.map(({ row }) => row.address))].slice(0, MOST);
  }

  it('for two letters are read only from the beginnings of their lists', async () => {
    const alone = new Pool({ connectionString: database.url, max: 1 });
    const read = async (): Promise<number> => {
      await alone.query('SELECT pg_stat_force_next_flush()');
      const { rows: found } = await alone.query<{ entries: string }>(
        "SELECT sum(idx_tup_read) AS entries FROM pg_stat_user_indexes WHERE relname IN ('name_text', 'name_pair')",
      );
      return Number(found[0]!.entries);
    };
    try {
      for (const query of ['co', 'in', 'us', ' a']) {
        const before = await read();
        await candidates(alone, 'tokens', query, MOST);
        const entries = (await read()) - before;
        expect(entries).toBeGreaterThan(MOST);
        expect(entries).toBeLessThanOrEqual(4 * (MOST + 3 * 4 * MOST));
      }
    } finally {
      await alone.end();
    }
  });

  it.each(QUERIES)(
    'R-211 to R-217: for %j are exactly those that a scan finds, in its order',
    async (query) => {
      for (const collection of ['tokens', 'names'] as const) {
        const found = await candidates(database.pool, collection, query, MOST);
        expect(found.map((address) => `0x${address.toString('hex')}`)).toEqual(scanned(query, collection));
      }
    },
  );
});

describe('a word in the names of very many tokens', () => {
  const BEARERS = 12_000;
  let database: OpenDatabase;
  const row = (kind: string, at: number, folded: string): TextRow => ({
    address: `0x${kind}${at.toString(16).padStart(38, '0')}`,
    matched_on: 3,
    folded,
    length: folded.length,
    carries_hex: false,
    standing_group: 3,
    holders: -1,
  });
  beforeAll(async () => {
    database = await openDatabase();
    await inTransaction(database.pool, async (tx) => {
      const numbers = Array.from({ length: BEARERS }, (_, at) => at);
      await addTexts(
        tx,
        numbers.map((at) => row('01', at, `the great protocol ${at}`)),
      );
      // Shorter, so that they come first in the lists of the pairs that both have.
      await addTexts(
        tx,
        numbers.map((at) => row('02', at, `a tomato ${at}`)),
      );
    });
    await database.pool.query('VACUUM ANALYZE name_text, name_pair');
  });
  afterAll(() => database?.close());

  it.each(['tocol', 'protocol', 'the great pro', 'at pro'])(
    'is found by %j without reading all of them',
    async (query) => {
      const alone = new Pool({ connectionString: database.url, max: 1 });
      // On a slow machine its session may still be ending when the database is dropped.
      alone.on('connect', (client) => client.on('error', () => undefined));
      const read = async (): Promise<number> => {
        await alone.query('SELECT pg_stat_force_next_flush()');
        const { rows: found } = await alone.query<{ texts: string }>(
          "SELECT idx_tup_fetch AS texts FROM pg_stat_user_tables WHERE relname = 'name_text'",
        );
        return Number(found[0]!.texts);
      };
      try {
        const before = await read();
        expect(await candidates(alone, 'tokens', query, MOST)).toHaveLength(MOST);
        expect((await read()) - before).toBeLessThan(BEARERS / 2);
      } finally {
        await alone.end();
      }
    },
  );
});
