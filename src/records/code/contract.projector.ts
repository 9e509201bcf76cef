import type { PoolClient } from 'pg';
import type { Projector } from '../../event-store/projector.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import {
  CODE_CHANGE_COLUMNS,
  COPY_CODE_CHANGES,
  COPY_SLOT_CHANGES,
  type Code,
  SLOT_CHANGE_COLUMNS,
  writeCodeChanges,
  writeSlotChanges,
} from './contract.rows.js';

const ADD_CODES = `
INSERT INTO code (hash, code, fingerprint, selectors, clone_target, proxy_pattern)
SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[], $6::text[])
ON CONFLICT (hash) DO NOTHING`;

/** Deletes code that no address has any more. The statement still sees the rows that it deletes. */
const UNDO_CODE_CHANGES = `
WITH undone AS (
  DELETE FROM code_change WHERE block_number BETWEEN $1 AND $2 RETURNING code_hash
)
DELETE FROM code WHERE hash IN (SELECT code_hash FROM undone) AND NOT EXISTS (
  SELECT FROM code_change other WHERE other.code_hash = code.hash AND NOT other.block_number BETWEEN $1 AND $2
)`;

/** Keeps the code of every account through time, every distinct code once, and the pointers of proxies. */
export function contractProjector(): Projector {
  const codeRows = new BinaryCopy(CODE_CHANGE_COLUMNS.length);
  const slotRows = new BinaryCopy(SLOT_CHANGE_COLUMNS.length);
  return {
    name: 'contract',

    on: {
      async BlockAppended(tx, blocks): Promise<void> {
        codeRows.clear();
        slotRows.clear();
        const codes = new Map<string, Code>();
        for (const { block } of blocks) {
          writeCodeChanges(codeRows, block, codes);
          writeSlotChanges(slotRows, block);
        }
        await copyInto(tx, COPY_CODE_CHANGES, codeRows.finish());
        await copyInto(tx, COPY_SLOT_CHANGES, slotRows.finish());
        if (codes.size > 0) await addCodes(tx, [...codes.values()]);
      },
    },

    async unwind(tx, from, to): Promise<void> {
      await tx.query(UNDO_CODE_CHANGES, [from, to]);
      await tx.query('DELETE FROM slot_change WHERE block_number BETWEEN $1 AND $2', [from, to]);
    },

    async clear(tx): Promise<void> {
      await tx.query('TRUNCATE code_change, slot_change, code');
    },
  };
}

async function addCodes(tx: PoolClient, codes: readonly Code[]): Promise<void> {
  await tx.query({
    name: 'add codes',
    text: ADD_CODES,
    values: [
      codes.map(({ hash }) => hash),
      codes.map(({ code }) => code),
      codes.map(({ analysis }) => analysis.fingerprint),
      codes.map(({ analysis }) => Buffer.concat(analysis.selectors)),
      codes.map(({ analysis }) => analysis.cloneTarget ?? null),
      codes.map(({ analysis }) => analysis.proxyPattern),
    ],
  });
}
