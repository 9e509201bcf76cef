import { type Checkpoint, parseCheckpoint } from './checkpoint.js';
import { type KeyKind, type NoteVerifier, parseVerifierKey, requireSignature } from './note-key.js';
import type { Note } from './signed-note.js';

/** A key of a log or of a witness, and the URL of its holder if the policy names one. */
export interface PolicyKey {
  readonly verifier: NoteVerifier;
  readonly url?: string;
}

/**
 * What the reader of a checkpoint requires: the signature of one of these logs, and cosignatures that meet
 * the quorum (C2SP tlog-policy).
 */
export interface LogPolicy {
  readonly logs: readonly PolicyKey[];
  readonly witnesses: readonly PolicyKey[];
  readonly quorum: Quorum;
}

/** A witness whose cosignature is required, or a group of which so many members must be met. */
type Quorum = NoteVerifier | { readonly atLeast: number; readonly of: readonly Quorum[] };

/** A checkpoint that satisfies a policy. */
export interface TrustedCheckpoint extends Checkpoint {
  /** Witnesses of the policy that cosigned it, with their times, seconds since 1970. */
  readonly cosigned: ReadonlyMap<string, number>;
}

export class InvalidPolicy extends Error {
  override readonly name = 'InvalidPolicy';
}

/** The checkpoint lacks signatures that the policy requires. */
export class PolicyNotMet extends Error {
  override readonly name = 'PolicyNotMet';
}

/** The policy that requires the signature of this log alone. */
export const policyOfKey = (verifier: NoteVerifier): LogPolicy => ({
  logs: [{ verifier }],
  witnesses: [],
  quorum: { atLeast: 0, of: [] },
});

/** @throws InvalidPolicy naming the line */
export function parsePolicy(text: string): LogPolicy {
  const logs: PolicyKey[] = [];
  const witnesses: PolicyKey[] = [];
  const named = new Map<string, Quorum>();
  const members = new Set<string>();
  let quorum: Quorum | undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids them
  if (/[\x00-\x08\x0b-\x1f\x7f]/.test(text)) throw new InvalidPolicy('a policy has no control characters');
  for (const [at, line] of text.split('\n').entries()) {
    const [word = '', ...rest] = line.split(/[ \t]+/).filter((part) => part !== '');
    if (word === '' || word.startsWith('#')) continue;
    try {
      readLine(word, rest);
    } catch (error) {
      throw new InvalidPolicy(`line ${at + 1}: ${(error as Error).message}`);
    }
  }
  if (quorum === undefined) throw new InvalidPolicy('a policy has a line `quorum`');
  return { logs, witnesses, quorum };

  function readLine(word: string, rest: readonly string[]): void {
    if (word === 'log' && isLong(rest, 1, 2)) logs.push(keyOf(logs, 'log', rest[0]!, rest[1]));
    else if (word === 'witness' && isLong(rest, 2, 3)) {
      const key = keyOf(witnesses, 'witness', rest[1]!, rest[2]);
      witnesses.push(key);
      name(rest[0]!, key.verifier);
    } else if (word === 'group' && rest.length >= 3) name(rest[0]!, groupOf(rest[1]!, rest.slice(2)));
    else if (word === 'quorum' && isLong(rest, 1, 1) && quorum === undefined)
      quorum = rest[0] === 'none' ? { atLeast: 0, of: [] } : member(rest[0]!);
    else throw new Error(`\`${word}\` with ${rest.length} words is no line of a policy`);
  }

  function name(word: string, what: Quorum): void {
    if (word === 'none' || named.has(word)) throw new Error(`the name ${word} is taken`);
    named.set(word, what);
  }

  function member(word: string): Quorum {
    const found = named.get(word);
    if (found === undefined) throw new Error(`nothing above is named ${word}`);
    return found;
  }

  /** A name may be a member of one group only, so that no cosignature counts twice. */
  function groupOf(count: string, words: readonly string[]): Quorum {
    const of = words.map((word) => {
      if (members.has(word)) throw new Error(`${word} is a member already`);
      members.add(word);
      return member(word);
    });
    const atLeast = count === 'any' ? 1 : count === 'all' ? of.length : Number(count);
    if (!Number.isInteger(atLeast) || atLeast < 1 || atLeast > of.length)
      throw new Error(`${count} of ${of.length} members is no quorum`);
    return { atLeast, of };
  }
}

/** The checkpoint of a note that satisfies the policy. @throws PolicyNotMet, InvalidCheckpoint */
export function requirePolicy(note: Note, { logs, witnesses, quorum }: LogPolicy): TrustedCheckpoint {
  const head = parseCheckpoint(note.text);
  const isSigned = logs.some(
    ({ verifier }) => verifier.name === head.origin && signedAt(note, verifier) !== undefined,
  );
  if (!isSigned)
    throw new PolicyNotMet(`the checkpoint of ${head.origin} is signed by no log that is trusted`);
  const cosigned = new Map<string, number>();
  for (const { verifier } of witnesses) {
    const at = signedAt(note, verifier);
    if (at !== undefined) cosigned.set(verifier.name, at);
  }
  if (!isMet(quorum))
    throw new PolicyNotMet(
      `the checkpoint is cosigned by ${[...cosigned.keys()].join(', ') || 'no witness'}: that is no quorum`,
    );
  return { ...head, cosigned };

  function isMet(one: Quorum): boolean {
    return 'kind' in one ? signedAt(note, one) !== undefined : one.of.filter(isMet).length >= one.atLeast;
  }
}

function signedAt(note: Note, verifier: NoteVerifier): number | undefined {
  try {
    return requireSignature(note, verifier);
  } catch {
    return undefined;
  }
}

function keyOf(known: readonly PolicyKey[], kind: KeyKind, text: string, url?: string): PolicyKey {
  const verifier = parseVerifierKey(text);
  if (verifier.kind !== kind) throw new Error(`the key of ${verifier.name} is none of a ${kind}`);
  if (known.some((one) => one.verifier.key.equals(verifier.key)))
    throw new Error(`the key of ${verifier.name} is there already`);
  return { verifier, ...(url !== undefined && { url }) };
}

const isLong = (words: readonly string[], least: number, most: number): boolean =>
  words.length >= least && words.length <= most;
