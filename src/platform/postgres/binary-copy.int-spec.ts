import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { BinaryCopy } from './binary-copy.js';
import { copyInto } from './copy-into.js';

const COPY = 'COPY probe (b, i2, i4, i8, n, raw, t) FROM STDIN BINARY';

interface Row {
  readonly b: boolean | null;
  readonly i2: number | null;
  readonly i4: number | null;
  readonly i8: number | bigint | null;
  readonly n: bigint | null;
  readonly raw: Uint8Array | null;
  readonly t: string | null;
}

const bits = (count: number) =>
  fc.bigInt({ min: -(2n ** BigInt(count - 1)), max: 2n ** BigInt(count - 1) - 1n });
const row = fc.record<Row>({
  b: fc.option(fc.boolean()),
  i2: fc.option(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })),
  i4: fc.option(fc.integer()),
  i8: fc.option(fc.oneof(fc.maxSafeInteger(), bits(64))),
  n: fc.option(
    fc.integer({ min: 0, max: 256 }).chain((size) => fc.bigInt({ min: 0n, max: 2n ** BigInt(size) - 1n })),
  ),
  raw: fc.option(fc.uint8Array({ maxLength: 300 })),
  t: fc.option(fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', ''))),
});

function encode(rows: readonly Row[], copy: BinaryCopy): Buffer {
  const orNull = <T>(value: T | null, write: (present: T) => void) =>
    value === null ? copy.null() : write(value);
  for (const { b, i2, i4, i8, n, raw, t } of rows) {
    copy.row();
    orNull(b, (value) => copy.bool(value));
    orNull(i2, (value) => copy.int2(value));
    orNull(i4, (value) => copy.int4(value));
    orNull(i8, (value) => copy.int8(value));
    orNull(n, (value) => copy.numeric(value));
    orNull(raw, (value) => copy.bytea(value));
    orNull(t, (value) => copy.text(value));
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
      at int GENERATED ALWAYS AS IDENTITY, b bool, i2 int2, i4 int4, i8 int8, n numeric, raw bytea, t text)`);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const stored = async () => {
    const { rows } = await client.query('SELECT b, i2, i4, i8::text, n::text, raw, t FROM probe ORDER BY at');
    await client.query('TRUNCATE probe');
    return rows;
  };
  const asRead = ({ i8, n, raw, ...rest }: Row) => ({
    ...rest,
    i8: i8 === null ? null : String(i8),
    n: n === null ? null : String(n),
    raw: raw === null ? null : Buffer.from(raw),
  });

  it('brings back every value of every type as it was, in memory used again and again', async () => {
    const copy = new BinaryCopy(7, 64);
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
    const copy = new BinaryCopy(7);
    const amounts = [0n, 1n, 9_999n, 10_000n, 10n ** 18n, 2n ** 64n, 2n ** 256n - 1n];
    const empty: Row = { b: null, i2: null, i4: null, i8: null, n: null, raw: null, t: null };
    await copyInto(
      client,
      COPY,
      encode(
        amounts.map((n) => ({ ...empty, n })),
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
    const copy = new BinaryCopy(7);
    const raw = Buffer.alloc(1000, 7);
    const many = Array.from(
      { length: 5000 },
      (_, i4): Row => ({ b: true, i2: 1, i4, i8: i4, n: 1n, raw, t: 'x' }),
    );
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
