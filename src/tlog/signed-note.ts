import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** One Ed25519 signature type, as in golang.org/x/mod/sumdb/note. */
const ED25519 = 1;
const KEY_BYTES = 32;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
/** DER before a raw key. */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export class InvalidNote extends Error {
  override readonly name = 'InvalidNote';
}

/** Who signs, by name and key. */
export interface NoteVerifier {
  readonly name: string;
  /** 4 bytes. */
  readonly id: Buffer;
  readonly key: KeyObject;
}

export interface NoteSigner extends NoteVerifier {
  readonly secret: KeyObject;
}

export interface NoteSignature {
  readonly name: string;
  readonly id: Buffer;
  readonly signature: Buffer;
}

export interface Note {
  /** With its last line's end. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** @param seed 32 random bytes @throws InvalidNote for a name with spaces or a plus */
export function signerOf(name: string, seed: Buffer): NoteSigner {
  if (!isName(name)) throw new InvalidNote(`${JSON.stringify(name)} is no name of a key`);
  const secret = createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return { ...verifierWith(name, rawKey(createPublicKey(secret))), secret };
}

/** The public key in the form `name+hash+key` of sumdb's notes. */
export function verifierKey({ name, id, key }: NoteVerifier): string {
  return `${name}+${id.toString('hex')}+${typed(rawKey(key)).toString('base64')}`;
}

/** @throws InvalidNote */
export function parseVerifierKey(text: string): NoteVerifier {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  if (name === undefined || bytes.length !== KEY_BYTES + 1 || bytes[0] !== ED25519)
    throw new InvalidNote('this is no public key of a log (name+hash+key, Ed25519)');
  const verifier = verifierWith(name, bytes.subarray(1));
  if (verifier.id.toString('hex') !== id) throw new InvalidNote(`the hash of the key of ${name} is another`);
  return verifier;
}

/** A note with one more signature. */
export function signNote(text: string, signer: NoteSigner, others: readonly NoteSignature[] = []): string {
  const { name, id, secret } = signer;
  const own = { name, id, signature: sign(null, Buffer.from(text), secret) };
  return noteText({ text, signatures: [own, ...others] });
}

export function noteText({ text, signatures }: Note): string {
  if (!text.endsWith('\n')) throw new InvalidNote('the text of a note ends with a line end');
  const lines = signatures.map(
    ({ name, id, signature }) => `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`,
  );
  return `${text}\n${lines.join('')}`;
}

/** @throws InvalidNote */
export function parseNote(note: string): Note {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new InvalidNote('this is no signed note');
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map((line): NoteSignature => {
    const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded ?? '', 'base64');
    if (name === undefined || bytes.length <= ID_BYTES || bytes.toString('base64') !== encoded)
      throw new InvalidNote(`${JSON.stringify(line.slice(0, 80))} is no line of a signature`);
    return { name, id: bytes.subarray(0, ID_BYTES), signature: bytes.subarray(ID_BYTES) };
  });
  return { text: note.slice(0, end + 1), signatures };
}

/** @throws InvalidNote unless the key has signed the note */
export function requireSignature({ text, signatures }: Note, verifier: NoteVerifier): void {
  const own = signatures.filter(({ name, id }) => name === verifier.name && id.equals(verifier.id));
  if (own.length === 0) throw new InvalidNote(`no signature of ${verifier.name} with this key`);
  const isSigned = own.every(
    ({ signature }) =>
      signature.length === SIGNATURE_BYTES && verify(null, Buffer.from(text), verifier.key, signature),
  );
  if (!isSigned) throw new InvalidNote(`the signature of ${verifier.name} is wrong`);
}

function verifierWith(name: string, raw: Buffer): NoteVerifier {
  const id = createHash('sha256').update(`${name}\n`).update(typed(raw)).digest().subarray(0, ID_BYTES);
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, raw]), format: 'der', type: 'spki' });
  return { name, id, key };
}

const typed = (raw: Buffer): Buffer => Buffer.concat([Buffer.from([ED25519]), raw]);
const rawKey = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
const isName = (name: string): boolean => /^[^+\s]+$/.test(name);
