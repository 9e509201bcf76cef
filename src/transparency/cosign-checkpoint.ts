import type { Pool } from 'pg';
import { inTransaction } from '../platform/postgres/transaction.js';
import { type LogPolicy, requirePolicy } from '../tlog/log-policy.js';
import { type NoteSignature, noteText, parseNote } from '../tlog/signed-note.js';
import { askWitness, WitnessRefuses } from './ask-witness.js';
import { LogReader } from './log.reader.js';

/** The answers of the witnesses of a policy. */
export interface Cosigned {
  readonly size: number;
  /** By name of the witness: undefined where it cosigned, otherwise why not. */
  readonly refusals: ReadonlyMap<string, string | undefined>;
  /** Why the policy is not met; undefined if it is. */
  readonly lack: string | undefined;
}

/**
 * Asks the witnesses of a policy to cosign the newest checkpoint, and stores their cosignatures in its note.
 * Undefined where nothing is signed yet.
 */
export async function cosignCheckpoint(pool: Pool, policy: LogPolicy): Promise<Cosigned | undefined> {
  const log = new LogReader(pool);
  const checkpoint = await log.checkpoint();
  if (!checkpoint) return undefined;
  const { size } = checkpoint;
  const nodes = log.nodes();
  const refusals = new Map<string, string | undefined>();
  const given: NoteSignature[] = [];
  const ask = async ({ verifier, url }: LogPolicy['witnesses'][number]): Promise<void> => {
    try {
      if (url === undefined) throw new WitnessRefuses('the policy has no address of it');
      given.push(await askWitness({ verifier, url }, checkpoint, nodes));
      refusals.set(verifier.name, undefined);
    } catch (error) {
      if (!(error instanceof WitnessRefuses)) throw error;
      refusals.set(verifier.name, error.message);
    }
  };
  await Promise.all(policy.witnesses.map(ask));
  const note = await keep(pool, size, given);
  return { size, refusals, lack: lackOf(note, policy) };
}

/**
 * Adds cosignatures to the checkpoint of a size, and replaces older ones of the same keys.
 * @returns its note
 */
function keep(pool: Pool, size: number, given: readonly NoteSignature[]): Promise<string> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ note: string }>(
      'SELECT note FROM log_checkpoint WHERE size = $1 FOR UPDATE',
      [size],
    );
    const { text, signatures } = parseNote(rows[0]!.note);
    const others = signatures.filter((one) => !given.some(({ id }) => id.equals(one.id)));
    const note = noteText({ text, signatures: [...others, ...given] });
    await tx.query('UPDATE log_checkpoint SET note = $2 WHERE size = $1', [size, note]);
    return note;
  });
}

function lackOf(note: string, policy: LogPolicy): string | undefined {
  try {
    requirePolicy(parseNote(note), policy);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
