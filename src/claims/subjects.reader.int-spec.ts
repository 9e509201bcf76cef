import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { type OpenDatabase, openDatabase } from '../../test/e2e/fixture/open-database.js';
import { PLAN_MODES, scannedRows, totalOf } from '../../test/e2e/fixture/scanned-rows.js';
import { storeClaims } from '../../test/e2e/fixture/store-claims.js';
import { OlderDatabase } from '../../test/fixture/older-database.js';
import { type CarriedClaim, type ClaimPlace, SubjectsReader } from './subjects.reader.js';

const [ATTRIBUTE, RELATION, OTHER] = ['asset:erc20', 'relation:pool_token', 'asset:erc721'];
const [FIRST, HEAD] = [0, 20_000];
const CLAIMS = 6_000;
const START: ClaimPlace = { subject: '0x', object: '0x' };

/** The subject of claim n. Subjects ascend with n. */
const SUBJECT = `decode(lpad(to_hex(n), 40, '0'), 'hex')`;
const subject = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

let database: OpenDatabase;
let pool: Pool;
let reader: SubjectsReader;
beforeAll(async () => {
  database = await openDatabase();
  ({ pool } = database);
  reader = new SubjectsReader(pool);
  await storeClaims(pool, {
    evaluated: { '': [[FIRST, HEAD]] },
    definitions: { [ATTRIBUTE!]: '', [RELATION!]: '', [OTHER!]: '' },
  });
  await pool.query('INSERT INTO definition_set (digest, current) VALUES ($1, false)', [`${'00'.repeat(32)}`]);
  // Claim n of ATTRIBUTE holds in block n alone; that of OTHER from block n on.
  await segments(ATTRIBUTE!, `''`, 'n', 'n', `generate_series(1, ${CLAIMS}) n`);
  await segments(OTHER!, `''`, 'n', 'NULL', `generate_series(1, ${CLAIMS}) n`);
  // Each holds in every other block; in another definition set, in all blocks.
  const pairs = 'generate_series(1, 4) n, generate_series(1, 4) m';
  await segments(RELATION!, 'int4send(m)', 'b', 'b', `${pairs}, generate_series(2, 20, 2) b`);
  await segments(RELATION!, 'int4send(m)', '1', 'NULL', pairs, 2);
  await pool.query('VACUUM ANALYZE proof_segment');
});
afterAll(() => database?.close());

async function segments(
  id: string,
  object: string,
  start: string,
  end: string,
  of: string,
  set = 1,
): Promise<void> {
  await pool.query(
    `INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, end_block, interval_start, reference_block, proof_hash,
                                proof, position, evaluated_at)
     SELECT $2, ${SUBJECT}, (SELECT number FROM definition_number WHERE id = $1), ${object}, ${start}, ${end}, ${start}, ${start},
            sha256(int4send(n) || ${object}), '{}', n, 1
     FROM ${of}`,
    [id, set],
  );
}

const page = (id: string, at: number, after: ClaimPlace, pageSize: number, scanned?: number) =>
  reader.carrying(id, at, after, pageSize, FIRST, scanned);

async function walk(id: string, at: number, pageSize: number, scanned?: number) {
  const claims: CarriedClaim[] = [];
  const sizes: number[] = [];
  for (let next: ClaimPlace | undefined = START; next !== undefined; ) {
    const found = await page(id, at, next, pageSize, scanned);
    claims.push(...found!.claims);
    sizes.push(found!.claims.length);
    next = found!.next;
  }
  return { claims, sizes };
}

describe('a subject that carries a claim', () => {
  it('is found among many claims that had ended or not begun, over pages that may be empty', async () => {
    const { claims, sizes } = await walk(ATTRIBUTE!, 4_500, 100);
    expect(claims.map((claim) => claim.subject)).toEqual([subject(4_500)]);
    expect(sizes).toEqual([0, 0, 1, 0]);
    expect((await walk(ATTRIBUTE!, HEAD, 100)).claims).toEqual([]);
  });

  it('is on the pages of a walk, however many rows each page reads', async () => {
    const expected = [1, 2, 3, 4].flatMap((n) => [1, 2, 3, 4].map((m) => [subject(n), `0x0000000${m}`]));
    for (const pageSize of [1, 3, 16])
      for (const scanned of [1, 9, 10, 11, 12, 25, 175, 176, 177]) {
        const { claims, sizes } = await walk(RELATION!, 6, pageSize, scanned);
        expect(claims.map((claim) => [claim.subject, claim.object])).toEqual(expected);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(pageSize);
        const none = await walk(RELATION!, 7, pageSize, scanned);
        expect(none.claims).toEqual([]);
      }
  });

  it('is on full pages if a page reads all rows, and no page is announced after the last', async () => {
    expect((await walk(RELATION!, 6, 16)).sizes).toEqual([16]);
    expect((await walk(RELATION!, 6, 8)).sizes).toEqual([8, 8]);
    expect((await walk(RELATION!, 6, 15)).sizes).toEqual([15, 1]);
  });

  it.each(PLAN_MODES)('is looked for in a bounded number of rows (%s)', async (planMode) => {
    const rows = async (id: string, at: number, after: ClaimPlace, pageSize: number) =>
      totalOf(
        await scannedRows(
          pool,
          (db) => new SubjectsReader(db).carrying(id, at, after, pageSize, FIRST),
          planMode,
        ),
      );
    for (const at of [FIRST, 4_500, HEAD])
      for (const after of [START, { subject: subject(3_500) as '0x', object: '0x' as const }])
        expect(await rows(ATTRIBUTE!, at, after, 100)).toBeLessThan(2_100);
    // The page is full long before the limit of rows.
    expect(await rows(OTHER!, HEAD, START, 100)).toBeLessThan(200);
  });
});

describe('the walk over the claims of a definition', () => {
  let older: OlderDatabase;
  beforeAll(async () => {
    older = await OlderDatabase.start();
  });
  afterAll(() => older?.stop());

  it('is after an upgrade as in a new database, and is gone after its migration is undone', async () => {
    const functions = async () =>
      (
        await older.pool.query(
          `SELECT proname AS name, prosrc AS text FROM pg_proc WHERE proname IN ('walk_of_definition', 'segments_of_definition')`,
        )
      ).rows;
    const asNew = await functions();
    await older.backBefore('WalkClaimsInSteps1795824880000');
    expect(await functions()).toEqual([{ name: 'segments_of_definition', text: expect.any(String) }]);
    const call = `segments_of_definition(1::int2, 1::int2, '', '', 9, '{[0,10)}', 2)`;
    expect((await older.pool.query(`SELECT * FROM ${call}`)).rows).toEqual([]);
    await older.source.runMigrations();
    expect(await functions()).toEqual(asNew);
    expect(asNew).toEqual([{ name: 'walk_of_definition', text: expect.any(String) }]);
  });
});
