import type { Pool, PoolClient } from 'pg';
import { JSON_READY } from '../platform/postgres/json-ready.js';
import type { NodeReader, TreeHash } from '../tlog/merkle-tree.js';
import { nodesOfTiles } from '../tlog/tile.js';

export interface StoredCheckpoint {
  readonly size: number;
  readonly root: TreeHash;
  /** A signed note. */
  readonly note: string;
}

/** How far the log is written and signed. */
export interface LogProgress {
  /** Number of committed entries, and of those that a checkpoint covers. */
  readonly entries: number;
  readonly signed: number;
  /** When the newest checkpoint was signed, ISO 8601; null where nothing is signed. */
  readonly signedAt: string | null;
  /** The last block of which claims are logged; null where none are. */
  readonly lastBlock: number | null;
}

const PROGRESS = `
SELECT log_head.size AS entries, coalesce(newest.size, 0) AS signed,
       to_char(signed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "signedAt",
       (SELECT max(to_block) FROM log_batch) AS "lastBlock"
FROM log_head LEFT JOIN (SELECT size, signed_at FROM log_checkpoint ORDER BY size DESC LIMIT 1) newest ON true`;

/** Entries, tiles and checkpoints of the transparency log. */
export class LogReader {
  constructor(private readonly db: Pool | PoolClient) {}

  /** Number of committed entries, signed or not. */
  async size(): Promise<number> {
    const { rows } = await this.db.query<{ size: number }>('SELECT size FROM log_head');
    return Number(rows[0]!.size);
  }

  /** Hashes that a tile has so far; empty where there is no such tile. */
  async tile(level: number, index: number): Promise<Buffer> {
    const { rows } = await this.db.query<{ hashes: Buffer }>({
      name: 'log tile',
      text: 'SELECT hashes FROM log_tile WHERE level = $1 AND index = $2',
      values: [level, index],
    });
    return rows[0]?.hashes ?? Buffer.alloc(0);
  }

  /** Nodes of the tree; reads each tile once. */
  nodes(): NodeReader {
    return nodesOfTiles((level, index) => this.tile(level, index));
  }

  /** Entries from index `from` on, in order; fewer than `count` at the end of the log. */
  async entries(from: number, count: number): Promise<Buffer[]> {
    const { rows } = await this.db.query<{ entry: Buffer }>({
      name: 'log entries',
      text: 'SELECT entry FROM log_entry WHERE index >= $1 AND index < $2 ORDER BY index',
      values: [from, from + count],
    });
    return rows.map(({ entry }) => entry);
  }

  /** The newest checkpoint of at most this size; undefined where there is none. */
  async checkpoint(atMost = Number.MAX_SAFE_INTEGER): Promise<StoredCheckpoint | undefined> {
    const { rows } = await this.db.query<StoredCheckpoint>({
      name: 'log checkpoint',
      text: 'SELECT size, root, note FROM log_checkpoint WHERE size <= $1 ORDER BY size DESC LIMIT 1',
      values: [atMost],
    });
    return rows[0] && { ...rows[0], size: Number(rows[0].size) };
  }

  /** How far the log is written and signed. */
  async progress(): Promise<LogProgress> {
    const { rows } = await this.db.query<LogProgress>({ text: PROGRESS, types: JSON_READY });
    return rows[0]!;
  }
}
