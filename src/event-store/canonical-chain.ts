import type { Pool, PoolClient } from 'pg';
import { decodeBundleHeader } from '../domain/chain/codec/bundle.js';
import type { Header } from '../domain/chain/record/block.js';
import type { BlockRange } from '../domain/interval/block-range.js';
import { LostPayload, type PayloadPlace, payloadsOf } from './event-payload.table.js';
import { bundleStart, PACKED_HEADER_REACH, unpackBundle } from './packed-bundle.js';

/** A canonical block as stored. */
export interface CanonicalBlock {
  readonly number: number;
  readonly hash: Buffer;
  readonly parentHash: Buffer;
  /** Unix seconds. */
  readonly timestamp: number;
}

const COLUMNS = 'number, hash, parent_hash AS "parentHash", timestamp';

/** Questions about which blocks are stored; the answers change only through `EventStore.append`. */
export class CanonicalChain {
  constructor(private readonly db: Pool | PoolClient) {}

  /** The highest stored block. */
  async head(): Promise<CanonicalBlock | undefined> {
    return this.#one('newest canonical block', 'ORDER BY number DESC LIMIT 1', []);
  }

  async at(number: number): Promise<CanonicalBlock | undefined> {
    return this.#one('canonical block at number', 'WHERE number = $1', [number]);
  }

  async byHash(hash: Buffer): Promise<CanonicalBlock | undefined> {
    return this.#one('canonical block by hash', 'WHERE hash = $1', [hash]);
  }

  /** The bundle that a stored block was appended with, unpacked. */
  async bundleOf(number: number): Promise<Buffer | undefined> {
    const [stored] = await this.#payloads('number = $1', [number]);
    return stored && unpackBundle(stored.payload);
  }

  async headerOf(number: number): Promise<Header | undefined> {
    return (await this.headersAt([number])).get(number);
  }

  /** Headers by number; blocks that are not stored are left out. */
  async headersAt(numbers: readonly number[]): Promise<Map<number, Header>> {
    if (numbers.length === 0) return new Map();
    const stored = await this.#payloads('number = ANY($1::int8[])', [numbers], PACKED_HEADER_REACH);
    return new Map(stored.map(({ number, payload }) => [number, decodeBundleHeader(bundleStart(payload))]));
  }

  /** Headers of stored blocks, newest first. */
  async headersOf(from: number, to: number): Promise<Header[]> {
    const stored = await this.#payloads('number BETWEEN $1 AND $2', [from, to], PACKED_HEADER_REACH);
    return stored.reverse().map(({ payload }) => decodeBundleHeader(bundleStart(payload)));
  }

  /** Hashes by number, of stored blocks and of their parents. */
  async hashes(from: number, to: number): Promise<Map<number, Buffer>> {
    const { rows } = await this.db.query<{ number: number; hash: Buffer }>(
      `SELECT number, hash FROM canonical_block WHERE number BETWEEN $1 AND $2
       UNION SELECT number - 1, parent_hash FROM canonical_block WHERE number - 1 BETWEEN $1 AND $2`,
      [from, to],
    );
    return new Map(rows.map(({ number, hash }) => [Number(number), hash]));
  }

  /** Unpacked bundles of the blocks from `from` to `to`, ascending, up to the first gap. */
  async bundlesOf(from: number, to: number): Promise<Buffer[]> {
    const stored = await this.#payloads('number BETWEEN $1 AND $2', [from, to]);
    return stored
      .filter(({ number }, at) => number === from + at)
      .map(({ payload }) => unpackBundle(payload));
  }

  /** Blocks `from` and above, newest first. */
  async from(from: number): Promise<CanonicalBlock[]> {
    const { rows } = await this.db.query<CanonicalBlock>(
      `SELECT ${COLUMNS} FROM canonical_block WHERE number >= $1 ORDER BY number DESC`,
      [from],
    );
    return rows;
  }

  /** The lowest blocks above `number`, ascending. */
  async above(number: number, limit: number): Promise<CanonicalBlock[]> {
    const { rows } = await this.db.query<CanonicalBlock>(
      `SELECT ${COLUMNS} FROM canonical_block WHERE number > $1 ORDER BY number LIMIT $2`,
      [number, limit],
    );
    return rows;
  }

  /** Ranges of stored blocks, ascending and not adjacent. */
  async ranges(): Promise<BlockRange[]> {
    const { rows } = await this.db.query<BlockRange>(`
      SELECT min(number) AS "fromBlock", max(number) AS "toBlock"
      FROM (SELECT number, number - row_number() OVER (ORDER BY number) AS run FROM canonical_block) numbered
      GROUP BY run ORDER BY 1`);
    return rows;
  }

  /** Ranges between `from` and `to` that are not stored, ascending. */
  async missing(from: number, to: number): Promise<BlockRange[]> {
    const { rows } = await this.db.query<BlockRange>(
      `SELECT lower(run) AS "fromBlock", upper(run) - 1 AS "toBlock"
       FROM unnest(int8multirange(int8range($1, $2, '[]')) - (
         SELECT coalesce(range_agg(int8range(number, number, '[]')), '{}') FROM canonical_block WHERE number BETWEEN $1 AND $2
       )) AS run`,
      [from, to],
    );
    return rows;
  }

  /** The newest block recorded as final; `isStated` says whether a node has ever named a final block. */
  async finalized(): Promise<{ number: number; hash: Buffer; isStated: boolean } | undefined> {
    const { rows } = await this.db.query<{ number: number; hash: Buffer; isStated: boolean }>(
      'SELECT number, hash, is_stated AS "isStated" FROM finality',
    );
    return rows[0];
  }

  /**
   * Stored payloads of canonical blocks, or their first `reach` bytes, ascending by number.
   * @throws LostPayload where the log has no payload for such a block
   */
  async #payloads(
    condition: string,
    values: unknown[],
    reach?: number,
  ): Promise<{ readonly number: number; readonly payload: Buffer }[]> {
    const { rows } = await this.db.query<PayloadPlace>(
      `SELECT number, position FROM canonical_block WHERE ${condition} ORDER BY number`,
      values,
    );
    const payloads = await payloadsOf(this.db, rows, reach);
    return rows.map(({ number, position }) => {
      const payload = payloads.get(position);
      if (payload === undefined) throw new LostPayload(number, position);
      return { number, payload };
    });
  }

  async #one(name: string, rest: string, values: unknown[]): Promise<CanonicalBlock | undefined> {
    const text = `SELECT ${COLUMNS} FROM canonical_block ${rest}`;
    const { rows } = await this.db.query<CanonicalBlock>({ name, text, values });
    return rows[0];
  }
}
