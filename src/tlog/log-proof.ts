import { type Checkpoint, parseCheckpoint } from './checkpoint.js';
import { leafHash, type TreeHash, verifyInclusion } from './merkle-tree.js';
import { type Note, parseNote } from './signed-note.js';
import { HASH_BYTES } from './tile.js';

const HEADER = 'c2sp.org/tlog-proof@v1';

/** A proof that an entry is in a log, for checks offline (C2SP tlog-proof). */
export interface LogProof {
  readonly index: number;
  readonly hashes: readonly TreeHash[];
  /** A signed note. */
  readonly checkpoint: string;
}

export class InvalidLogProof extends Error {
  override readonly name = 'InvalidLogProof';
}

export function logProofText({ index, hashes, checkpoint }: LogProof): string {
  const lines = [HEADER, `index ${index}`, ...hashes.map((hash) => hash.toString('base64')), '', checkpoint];
  return lines.join('\n');
}

/** @throws InvalidLogProof */
export function parseLogProof(text: string): LogProof {
  const end = text.indexOf('\n\n');
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  if (header !== HEADER)
    throw new InvalidLogProof(`this is no proof of a log: it does not begin with ${HEADER}`);
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const [, digits] = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '') ?? [];
  const hashes = lines.map((line) => Buffer.from(line, 'base64'));
  const areHashes = hashes.every(
    (hash, at) => hash.length === HASH_BYTES && hash.toString('base64') === lines[at],
  );
  if (digits === undefined || !areHashes) throw new InvalidLogProof('this is no proof of a log');
  return { index: Number(digits), hashes, checkpoint: text.slice(end + 2) };
}

/** A checkpoint, and the signed note that states it. */
export interface ProvenCheckpoint extends Checkpoint {
  readonly note: Note;
}

/**
 * The checkpoint of the tree that the proof shows to contain the entry. Its signatures are not checked.
 *
 * @throws InvalidNote, InvalidCheckpoint, InvalidTreeProof
 */
export function checkpointOver({ index, hashes, checkpoint }: LogProof, entry: Uint8Array): ProvenCheckpoint {
  const note = parseNote(checkpoint);
  const head = parseCheckpoint(note.text);
  verifyInclusion(leafHash(entry), { ...head, index }, hashes);
  return { ...head, note };
}
