import { type Checkpoint, parseCheckpoint } from '../tlog/checkpoint.js';
import { Frontier } from '../tlog/frontier.js';
import {
  consistencyProof,
  EMPTY_ROOT,
  leafHash,
  type TreeHash,
  verifyConsistency,
} from '../tlog/merkle-tree.js';
import { type NoteVerifier, requireSignature } from '../tlog/note-key.js';
import { parseNote } from '../tlog/signed-note.js';
import { TILE_WIDTH } from '../tlog/tile.js';
import type { RemoteLog } from './fetch-log.js';

/** How a log fails an audit. */
export type AuditFault =
  /** The checkpoint is of another log, or its signature is wrong. */
  | 'signature'
  /** The log has signed fewer entries than before. */
  | 'smaller'
  /** The log has signed two trees, and neither begins with the other. */
  | 'fork'
  /** The entries or tiles that the log serves are not those that it has signed. */
  | 'content';

/** What a log has signed contradicts what it signed before or what it serves. */
export class AuditFailed extends Error {
  override readonly name = 'AuditFailed';
  constructor(
    readonly fault: AuditFault,
    message: string,
    /** Signed notes that prove the fault to others. */
    readonly evidence: readonly string[],
  ) {
    super(message);
  }
}

export interface Audited {
  readonly head: Checkpoint;
  /** Signed note of this audit, to be given to the next one as `remembered`. */
  readonly note: string;
  /** Number of entries that the last audit knew. */
  readonly known: number;
}

/**
 * Reads the newest checkpoint and all entries since the last audit. The newer tree must begin with the older
 * one, and the entries must have the signed root. Where the tiles do not show that, all entries are read.
 *
 * @param remembered signed note of the last audit
 * @param isWhole whether to read again the entries that the last audit knew
 * @throws AuditFailed, LogUnreachable
 */
export async function auditLog(
  log: Pick<RemoteLog, 'checkpoint' | 'nodes' | 'entries'>,
  key: NoteVerifier,
  remembered: string | undefined,
  isWhole = false,
): Promise<Audited> {
  const before: TreeHead =
    remembered === undefined ? { size: 0, root: EMPTY_ROOT } : signedHead(remembered, key);
  const note = await log.checkpoint();
  const head = signedHead(note, key);
  const evidence = [...(remembered === undefined ? [] : [remembered]), note];
  if (head.size < before.size)
    throw new AuditFailed(
      'smaller',
      `${head.origin} has signed ${head.size} entries, and had signed ${before.size}`,
      evidence,
    );
  if (head.size === before.size && !head.root.equals(before.root))
    throw new AuditFailed('fork', `${head.origin} has signed two trees of ${head.size} entries`, evidence);
  const nodes = log.nodes(head.size);
  const proof = await broken('tiles', () => consistencyProof(nodes, before.size, head.size));
  const isConsistent = leadsOn(before, head, proof);
  // Wrong tiles look like a fork. Only all entries tell them apart: they have the signed root, or prove nothing.
  const from = isWhole || !isConsistent ? 0 : before.size;
  const frontier = await broken('tiles', () => Frontier.of(nodes, from));
  if (from > 0 && !frontier.root().equals(before.root)) throw contentFault('tiles');
  let known = frontier.root();
  for (let index = Math.floor(from / TILE_WIDTH); frontier.leaves < head.size; index++) {
    const entries = await broken('entries', () => log.entries(index, head.size));
    for (const entry of entries.slice(frontier.leaves % TILE_WIDTH)) {
      frontier.append(leafHash(entry));
      if (frontier.leaves === before.size) known = frontier.root();
    }
  }
  if (!frontier.root().equals(head.root)) throw contentFault('entries');
  if (!known.equals(before.root)) {
    const what = `the ${head.size} entries that ${head.origin} has signed do not begin with the ${before.size} that it had signed`;
    throw new AuditFailed('fork', what, evidence);
  }
  if (!isConsistent) throw contentFault('tiles');
  return { head, note, known: before.size };

  function contentFault(what: string): AuditFailed {
    return new AuditFailed(
      'content',
      `the ${what} of ${head.origin} are not those of the root that it has signed`,
      [note],
    );
  }

  async function broken<T>(what: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof RangeError) throw contentFault(what);
      throw error;
    }
  }
}

type TreeHead = Pick<Checkpoint, 'size' | 'root'>;

function leadsOn(older: TreeHead, newer: TreeHead, proof: readonly TreeHash[]): boolean {
  try {
    verifyConsistency(older, newer, proof);
    return true;
  } catch {
    return false;
  }
}

function signedHead(text: string, key: NoteVerifier): Checkpoint {
  try {
    const note = parseNote(text);
    requireSignature(note, key);
    const head = parseCheckpoint(note.text);
    if (head.origin !== key.name) throw new Error(`the checkpoint is of the log ${head.origin}`);
    return head;
  } catch (error) {
    throw new AuditFailed('signature', (error as Error).message, [text]);
  }
}
