import type { Pool } from 'pg';
import { inTransaction } from '../platform/postgres/transaction.js';
import { checkpointText } from '../tlog/checkpoint.js';
import { rootOf } from '../tlog/merkle-tree.js';
import { noteText, parseNote } from '../tlog/signed-note.js';
import { LogReader, type StoredCheckpoint } from './log.reader.js';
import type { LogKey } from './log-key.js';

/** The database has lost entries that the log has signed: it would tell later readers something else. */
export class LogWouldFork extends Error {
  override readonly name: string = 'LogWouldFork';
}

/** The same, perhaps only for now: an older database that ingests the same blocks again comes to the signed entries. */
export class LogIsBehind extends LogWouldFork {
  override readonly name = 'LogIsBehind';
}

const STORE = `
INSERT INTO log_checkpoint (size, root, note) VALUES ($1, $2, $3) ON CONFLICT (size) DO UPDATE SET note = excluded.note`;

/**
 * Signs the log as it is committed. Nothing is signed twice in two ways: what was signed last is kept beside the key, and every
 * tree that is signed must begin with that one.
 *
 * @throws LogWouldFork if it does not
 */
export function signCheckpoint(pool: Pool, key: LogKey): Promise<StoredCheckpoint> {
  return inTransaction(pool, async (tx) => {
    // One signer at a time: what was signed last is read, compared and written.
    await tx.query('SELECT size FROM log_head FOR UPDATE');
    const log = new LogReader(tx);
    const size = await log.size();
    const nodes = log.nodes();
    const before = key.lastSigned();
    if (before && before.size > size)
      throw new LogIsBehind(
        `the log has ${size} entries in this database, and a checkpoint over ${before.size} was signed: it signs again once the blocks of these are final here; restore the newer database if they have been`,
      );
    if (before && !(await rootOf(nodes, before.size)).equals(before.root))
      throw new LogWouldFork(`the first ${before.size} entries of the log are not those that were signed`);
    const known = await log.checkpoint();
    const newest = known && parseNote(known.note);
    if (newest && !key.hasSigned(newest))
      throw new LogWouldFork(
        `the newest checkpoint, over ${known.size} entries, is signed by another key: log.key must be that of all processes of this database`,
      );
    if (newest && known.size === size && key.haveAllSigned(newest)) {
      // Another process may have signed it.
      if (before?.size !== size) key.remember(known.note);
      return known;
    }
    const signed = known?.size === size ? newest : undefined;
    const root = await rootOf(nodes, size);
    const text = checkpointText({ origin: key.signer.name, size, root });
    const witnesses = signed?.signatures.filter(({ name }) => name !== key.signer.name) ?? [];
    const note = noteText({ text, signatures: [...key.sign(text), ...witnesses] });
    key.remember(note);
    await tx.query(STORE, [size, root, note]);
    return { size, root, note };
  });
}
