import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { InvalidNote, type Note, type NoteSignature, noteText } from './signed-note.js';

/** Types of Ed25519 keys: of logs (golang.org/x/mod/sumdb/note), and of witnesses (C2SP tlog-cosignature, cosignature/v1). */
const TYPES = { log: 1, witness: 4 } as const;
const KEY_BYTES = 32;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
/** DER that precedes the raw bytes of a key. */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A log signs the text alone; a witness also signs the time at which it saw the text. */
export type KeyKind = keyof typeof TYPES;

/** Name and public key of a signer. */
export interface NoteVerifier {
  readonly kind: KeyKind;
  readonly name: string;
  /** 4 bytes. */
  readonly id: Buffer;
  readonly key: KeyObject;
}

export interface NoteSigner extends NoteVerifier {
  readonly secret: KeyObject;
}

/**
 * The signer with the private key `seed`, 32 random bytes.
 * @throws InvalidNote for a name that is empty or has spaces or a plus
 */
export function signerOf(name: string, seed: Buffer, kind: KeyKind = 'log'): NoteSigner {
  if (!/^[^+\s]+$/.test(name)) throw new InvalidNote(`${JSON.stringify(name)} is no name of a key`);
  const secret = createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return { ...verifierWith(kind, name, rawKey(createPublicKey(secret))), secret };
}

/** The public key in the form `name+hash+key` of signed notes. */
export function verifierKey({ kind, name, id, key }: NoteVerifier): string {
  return `${name}+${id.toString('hex')}+${typed(kind, rawKey(key)).toString('base64')}`;
}

/** Parses `name+hash+key`. @throws InvalidNote unless it is an Ed25519 key of a log or of a witness */
export function parseVerifierKey(text: string): NoteVerifier {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  const kind = (Object.keys(TYPES) as KeyKind[]).find((one) => TYPES[one] === bytes[0]);
  if (name === undefined || kind === undefined || bytes.length !== KEY_BYTES + 1)
    throw new InvalidNote('this is no public key of a log or of a witness (name+hash+key, Ed25519)');
  const verifier = verifierWith(kind, name, bytes.subarray(1));
  if (verifier.id.toString('hex') !== id) throw new InvalidNote(`the key of ${name} has another hash`);
  return verifier;
}

/** The signature of a log. */
export function signatureOf(text: string, { name, id, secret }: NoteSigner): NoteSignature {
  return { name, id, signature: sign(null, Buffer.from(text), secret) };
}

/** The signature of a witness. @param seconds Unix time at which it signs */
export function cosignatureOf(
  text: string,
  { name, id, secret }: NoteSigner,
  seconds: number,
): NoteSignature {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(seconds));
  return { name, id, signature: Buffer.concat([time, sign(null, cosigned(text, time), secret)]) };
}

/** A note with the given signatures and one by a log. */
export function signNote(text: string, signer: NoteSigner, others: readonly NoteSignature[] = []): string {
  return noteText({ text, signatures: [signatureOf(text, signer), ...others] });
}

/**
 * @returns the Unix time in seconds at which a witness signed; 0 for the signature of a log
 * @throws InvalidNote unless the key has signed the note
 */
export function requireSignature({ text, signatures }: Note, verifier: NoteVerifier): number {
  const own = signatures.filter(({ name, id }) => name === verifier.name && id.equals(verifier.id));
  if (own.length === 0) throw new InvalidNote(`no signature of ${verifier.name} with this key`);
  if (!own.every(({ signature }) => isSignature(text, signature, verifier)))
    throw new InvalidNote(`the signature of ${verifier.name} is wrong`);
  return verifier.kind === 'log' ? 0 : Number(own[0]!.signature.readBigUInt64BE());
}

function isSignature(text: string, signature: Buffer, { kind, key }: NoteVerifier): boolean {
  if (kind === 'log')
    return signature.length === SIGNATURE_BYTES && verify(null, Buffer.from(text), key, signature);
  const [time, rest] = [signature.subarray(0, TIME_BYTES), signature.subarray(TIME_BYTES)];
  return rest.length === SIGNATURE_BYTES && verify(null, cosigned(text, time), key, rest);
}

/** The message that a witness signs. */
const cosigned = (text: string, time: Buffer): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`);

function verifierWith(kind: KeyKind, name: string, raw: Buffer): NoteVerifier {
  const id = createHash('sha256').update(`${name}\n`).update(typed(kind, raw)).digest().subarray(0, ID_BYTES);
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, raw]), format: 'der', type: 'spki' });
  return { kind, name, id, key };
}

const typed = (kind: KeyKind, raw: Buffer): Buffer => Buffer.concat([Buffer.from([TYPES[kind]]), raw]);
const rawKey = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
