import { boundedBytes } from '../domain/chain/codec/bounded-bytes.js';
import { consistencyProof, type NodeReader } from '../tlog/merkle-tree.js';
import { type NoteVerifier, requireSignature } from '../tlog/note-key.js';
import { type NoteSignature, parseNote, parseSignatures } from '../tlog/signed-note.js';
import type { StoredCheckpoint } from './log.reader.js';

const PATIENCE_MS = 30_000;
/** Requests to one witness: it may cosign another checkpoint in between. */
const ATTEMPTS = 4;
/** The longest answer that is read: the signatures of a few keys are shorter. */
const MAX_BYTES = 65_536;
const SIZE_TYPE = 'text/x.tlog.size';

/** The witness does not cosign; the message says why. */
export class WitnessRefuses extends Error {
  override readonly name = 'WitnessRefuses';
}

/** What each status of a refusal means (C2SP tlog-witness). */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'it has cosigned a larger tree, or cannot read the request',
  403: 'it trusts another key of this log',
  404: 'it does not know this log',
  409: 'it has cosigned another tree of this size',
  422: 'the checkpoint does not continue the one that it has cosigned',
};

/**
 * Asks a witness to cosign a checkpoint (C2SP tlog-witness, `add-checkpoint`).
 *
 * @param nodes nodes of the checkpoint's tree, for the consistency proof
 * @throws WitnessRefuses
 */
export async function askWitness(
  { verifier, url }: { readonly verifier: NoteVerifier; readonly url: string },
  { size, note }: StoredCheckpoint,
  nodes: NodeReader,
): Promise<NoteSignature> {
  let known = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const proof = await consistencyProof(nodes, known, size);
    const lines = [`old ${known}`, ...proof.map((hash) => hash.toString('base64')), '', note];
    const { status, type, text } = await post(`${url.replace(/\/+$/, '')}/add-checkpoint`, lines.join('\n'));
    if (status === 200) return cosignatureIn(text, note, verifier);
    if (status !== 409 || type !== SIZE_TYPE)
      throw new WitnessRefuses(REFUSALS[status] ?? `it answers with status ${status}`);
    known = Number(text);
    if (!/^(0|[1-9]\d{0,15})\n$/.test(text)) throw new WitnessRefuses('it names no size');
    if (known > size)
      throw new WitnessRefuses(
        `it has cosigned ${known} entries, and this log has ${size}: was an older database restored?`,
      );
  }
  throw new WitnessRefuses(`it names another size ${ATTEMPTS} times`);
}

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

async function post(url: string, body: string): Promise<Answer> {
  try {
    const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = (await boundedBytes(answer.body, MAX_BYTES)).toString();
    return { status: answer.status, type: answer.headers.get('content-type'), text };
  } catch (error) {
    const { message, cause } = error as Error;
    throw new WitnessRefuses(cause instanceof Error ? `${message}: ${cause.message}` : message);
  }
}

/** The signature of this witness. Those of other keys are ignored. @throws WitnessRefuses */
function cosignatureIn(lines: string, note: string, verifier: NoteVerifier): NoteSignature {
  try {
    const own = parseSignatures(lines).find(
      ({ name, id }) => name === verifier.name && id.equals(verifier.id),
    );
    requireSignature({ text: parseNote(note).text, signatures: own ? [own] : [] }, verifier);
    return own!;
  } catch (error) {
    throw new WitnessRefuses((error as Error).message);
  }
}
