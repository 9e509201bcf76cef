import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { BinaryCopy } from './binary-copy.js';
import { copyInto } from './copy-into.js';

const COPY = 'COPY probe (b, i2, i4, i8, n, raw, list, t) FROM STDIN BINARY';

interface Row {
  readonly b: boolean | undefined;
  readonly i2: number | undefined;
  readonly i4: number | undefined;
  readonly i8: number | bigint | undefined;
  readonly n: bigint | undefined;
  readonly raw: Uint8Array | undefined;
  readonly list: readonly Uint8Array[] | undefined;
  readonly t: string | undefined;
}

const bits = (count: number) =>
  fc.bigInt({ min: -(2n ** BigInt(count - 1)), max: 2n ** BigInt(count - 1) - 1n });
const option = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const row = fc.record<Row>({
  b: option(fc.boolean()),
  i2: option(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })),
  i4: option(fc.integer()),
  i8: option(fc.oneof(fc.maxSafeInteger(), bits(64))),
  n: option(
    fc
      .integer({ min: 0, max: 384 })
      .chain((size) => fc.bigInt({ min: 1n - 2n ** BigInt(size), max: 2n ** BigInt(size) - 1n })),
  ),
  raw: option(fc.uint8Array({ maxLength: 300 })),
  list: option(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 })),
  t: option(fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', ''))),
});

const NULLS: Row = {
  b: undefined,
  i2: undefined,
  i4: undefined,
  i8: undefined,
  n: undefined,
  raw: undefined,
  list: undefined,
  t: undefined,
};

function encode(rows: readonly Row[], copy: BinaryCopy): Buffer {
  for (const { b, i2, i4, i8, n, raw, list, t } of rows) {
    copy.row().bool(b).int2(i2).int4(i4).int8(i8).numeric(n).bytea(raw).byteaArray(list).text(t);
  }
  return copy.finish();
}

describe('binary COPY', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createDatabase();
    client = new Client(database.url);
    await client.connect();
    await client.query(`CREATE TABLE probe (
      at int GENERATED ALWAYS AS IDENTITY, b bool, i2 int2, i4 int4, i8 int8, n numeric, raw bytea, list bytea[], t text)`);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const stored = async () => {
    const { rows } = await client.query(
      'SELECT b, i2, i4, i8::text, n::text, raw, list, t FROM probe ORDER BY at',
    );
    await client.query('TRUNCATE probe');
    return rows;
  };
  const asRead = (row: Row) => ({
    b: row.b ?? null,
    i2: row.i2 ?? null,
    i4: row.i4 ?? null,
    i8: row.i8?.toString() ?? null,
    n: row.n?.toString() ?? null,
    raw: row.raw === undefined ? null : Buffer.from(row.raw),
    list: row.list?.map((bytes) => Buffer.from(bytes)) ?? null,
    t: row.t ?? null,
  });

  it('brings back every value of every type as it was, in memory used again and again', async () => {
    const copy = new BinaryCopy(8, 64);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 60 }), async (rows) => {
        copy.clear();
        expect(await copyInto(client, COPY, encode(rows, copy))).toBe(rows.length);
        expect(copy.rows).toBe(rows.length);
        expect(await stored()).toEqual(rows.map(asRead));
      }),
      { numRuns: 150 },
    );
  });

  it('writes numbers the server itself would have made', async () => {
    const copy = new BinaryCopy(8);
    const amounts = [
      0n,
      1n,
      9_999n,
      10_000n,
      10n ** 18n,
      2n ** 64n,
      2n ** 256n - 1n,
      2n ** 384n - 1n,
      -1n,
      -(10n ** 30n),
    ];
    await copyInto(
      client,
      COPY,
      encode(
        amounts.map((n) => ({ ...NULLS, n })),
        copy,
      ),
    );
    const { rows } = await client.query(
      'SELECT n::text, encode(numeric_send(n), $1) = encode(numeric_send(n::text::numeric), $1) AS same FROM probe ORDER BY at',
      ['hex'],
    );
    await client.query('TRUNCATE probe');
    expect(rows).toEqual(amounts.map((n) => ({ n: String(n), same: true })));
  });

  it('stores many messages worth of rows, or nothing when one is refused', async () => {
    const copy = new BinaryCopy(8);
    const raw = Buffer.alloc(1000, 7);
    const many = Array.from({ length: 5000 }, (_, i4): Row => ({ ...NULLS, i4, n: 1n, raw, t: 'x' }));
    expect(await copyInto(client, COPY, encode(many, copy))).toBe(5000);
    expect((await stored()).length).toBe(5000);

    copy.clear();
    const refused = encode([...many, { ...(many[0] as Row), t: 'a\0b' }], copy);
    await expect(copyInto(client, COPY, refused)).rejects.toMatchObject({ code: '22021' });
    expect(await stored()).toEqual([]);
    await expect(copyInto(client, 'COPY nowhere FROM STDIN BINARY', refused)).rejects.toMatchObject({
      code: '42P01',
    });
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('refuses what does not fit its type, and rows that are not whole', () => {
    const copy = new BinaryCopy(2);
    expect(() => copy.int2(32_768)).toThrow(RangeError);
    expect(() => copy.int4(2 ** 31)).toThrow(RangeError);
    expect(() => copy.int4(1.5)).toThrow(RangeError);
    expect(() => copy.int8(2 ** 53)).toThrow(RangeError);
    expect(() => copy.int8(2n ** 63n)).toThrow(RangeError);
    copy.clear();
    copy.row();
    copy.null();
    expect(() => copy.finish()).toThrow('row 1 has 1 fields, and 2 columns are to be filled');
    expect(() => copy.row()).toThrow('row 1 has 1 fields');
  });
});
