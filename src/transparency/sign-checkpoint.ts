import type { Pool } from 'pg';
import { knownState } from '../platform/postgres/migration-state.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { type Checkpoint, checkpointText, parseCheckpoint } from '../tlog/checkpoint.js';
import { type NodeReader, rootOf } from '../tlog/merkle-tree.js';
import { noteText, parseNote } from '../tlog/signed-note.js';
import { LogReader, type StoredCheckpoint } from './log.reader.js';
import type { LogKey } from './log-key.js';

/**
 * The database lacks entries that the log has signed, so a checkpoint over it would contradict the signed
 * ones.
 */
export class LogWouldFork extends Error {
  override readonly name = 'LogWouldFork';
}

const STORE = `
INSERT INTO log_checkpoint (size, root, note) VALUES ($1, $2, $3) ON CONFLICT (size) DO UPDATE SET note = excluded.note`;

/**
 * Signs the committed log. It never signs two trees that contradict each other: the last signed checkpoint is
 * kept beside the key and in the database, which may be lost each, and every tree must begin with the trees of
 * both.
 *
 * @throws LogWouldFork if the tree does not, or if the newest stored checkpoint is signed by another key
 * @throws Error if the database is of a newer version
 */
export function signCheckpoint(pool: Pool, key: LogKey): Promise<StoredCheckpoint> {
  return inTransaction(pool, async (tx) => {
    // A lock, because the last signed checkpoint is read, compared and then replaced.
    await tx.query('SELECT size FROM log_head FOR UPDATE');
    await knownState(tx);
    const log = new LogReader(tx);
    const size = await log.size();
    const nodes = log.nodes();
    const before = key.lastSigned();
    const known = await log.checkpoint();
    const newest = known && parseNote(known.note);
    for (const head of [before, newest && parseCheckpoint(newest.text)])
      if (head) await requireBeginning(nodes, size, head);
    if (newest && !key.hasSigned(newest))
      throw new LogWouldFork(
        `the newest checkpoint, over ${known.size} entries, is signed by another key: log.key must be that of all processes of this database`,
      );
    if (newest && known.size === size && key.haveAllSigned(newest)) {
      // Another process with the same key signed it: this one must remember it, too.
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

/** @throws LogWouldFork unless the tree of this size begins with the signed one */
async function requireBeginning(nodes: NodeReader, size: number, signed: Checkpoint): Promise<void> {
  if (signed.size > size)
    throw new LogWouldFork(
      `the log has ${size} entries in this database, and a checkpoint over ${signed.size} was signed: restore the newer database; this one signs again only if it logs the same entries in the same order`,
    );
  if (!(await rootOf(nodes, signed.size)).equals(signed.root))
    throw new LogWouldFork(`the first ${signed.size} entries of the log are not those that were signed`);
}
