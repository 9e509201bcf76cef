import type { PoolClient } from 'pg';
import type { VerifiedBlock } from '../domain/chain/record/block.js';
import { BinaryCopy } from '../platform/postgres/binary-copy.js';
import { copyInto } from '../platform/postgres/copy-into.js';
import type { Projector } from './projector.js';

/** A read model that is one table with rows of its own for every block. */
export interface BlockRows {
  /** Table, projector and checkpoint share this name. */
  readonly table: string;
  /** Column that holds the block number. */
  readonly blockColumn: string;
  /** Columns in the order in which `write` gives them. */
  readonly columns: readonly string[];
  /** Adds the rows of one block. */
  readonly write: (rows: BinaryCopy, block: VerifiedBlock) => void;
}

/** The projector of such a table: COPY in, delete by block out. */
export function rowProjector({ table, blockColumn, columns, write }: BlockRows): Projector {
  const copy = `COPY ${table} (${columns.join(', ')}) FROM STDIN BINARY`;
  const rows = new BinaryCopy(columns.length);
  return {
    name: table,
    on: {
      async BlockAppended(tx, blocks): Promise<void> {
        rows.clear();
        for (const { block } of blocks) write(rows, block);
        await copyInto(tx, copy, rows.finish());
      },
    },
    async unwind(tx: PoolClient, from, to): Promise<void> {
      await tx.query(`DELETE FROM ${table} WHERE ${blockColumn} BETWEEN $1 AND $2`, [from, to]);
    },
    async clear(tx: PoolClient): Promise<void> {
      await tx.query(`TRUNCATE ${table}`);
    },
  };
}
