import type { PoolClient } from 'pg';
import { appendLeaves } from '../tlog/append-leaves.js';
import { leafHash } from '../tlog/merkle-tree.js';
import { HASH_BYTES, MAX_ENTRY_BYTES, TILE_WIDTH } from '../tlog/tile.js';

const APPEND_ENTRIES = `
INSERT INTO log_entry (index, entry)
SELECT $1::int8 + at - 1, entry FROM unnest($2::bytea[]) WITH ORDINALITY AS new (entry, at)`;

const WRITE_TILES = `
INSERT INTO log_tile (level, index, hashes) SELECT * FROM unnest($1::int2[], $2::int8[], $3::bytea[])
ON CONFLICT (level, index) DO UPDATE SET hashes = excluded.hashes`;

/** The last tile of each level. */
const LAST_TILES = `
SELECT DISTINCT ON (level) level, hashes FROM log_tile ORDER BY level, index DESC`;

/**
 * Appends entries to the log, with the tiles of the tree. Concurrent appends wait for each other.
 *
 * @param tx commits the entries with whatever else it wrote
 * @returns the index of the first entry
 * @throws RangeError for an entry of over 65,535 bytes
 */
export async function appendEntries(tx: PoolClient, entries: readonly Buffer[]): Promise<number> {
  const long = entries.find(({ length }) => length > MAX_ENTRY_BYTES);
  if (long) throw new RangeError(`an entry of ${long.length} bytes is too long for a log`);
  const { rows } = await tx.query<{ size: number }>('SELECT size FROM log_head FOR UPDATE');
  const size = Number(rows[0]!.size);
  const last = await tx.query<{ level: number; hashes: Buffer }>(LAST_TILES);
  const partial: Buffer[] = [];
  for (const { level, hashes } of last.rows)
    partial[level] = hashes.length < TILE_WIDTH * HASH_BYTES ? hashes : Buffer.alloc(0);
  const tiles = appendLeaves(size, partial, entries.map(leafHash));
  await tx.query(APPEND_ENTRIES, [size, entries]);
  await tx.query(WRITE_TILES, [
    tiles.map(({ level }) => level),
    tiles.map(({ index }) => index),
    tiles.map(({ hashes }) => hashes),
  ]);
  await tx.query('UPDATE log_head SET size = $1', [size + entries.length]);
  return size;
}
