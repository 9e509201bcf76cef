import { keccak256OfParts } from '../../crypto/keccak.js';
import { recoverSender } from '../../crypto/recover-sender.js';
import { MalformedField } from '../codec/malformed-field.js';
import type { RlpReader } from '../codec/rlp-reader.js';
import { RlpWriter } from '../codec/rlp-writer.js';
import { openEnvelope } from '../codec/transaction-type.js';

/** Number of fields that are signed, by type; v (or the parity), r and s follow them. */
const SIGNED_FIELDS = [6, 8, 9, 11, 10] as const;
const AUTHORIZATION_MAGIC = 5;
/** Half of the curve's order: since EIP-2 a valid s is not above it. */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

export interface TransactionSignature {
  /** The signed hash, 32 bytes. */
  readonly signingHash: Buffer;
  /** Without leading zeros. */
  readonly r: Buffer;
  /** Without leading zeros. */
  readonly s: Buffer;
  readonly yParity: number;
}

const scratch = new RlpWriter(256);

/**
 * Takes the signature and the hash it signs from a signed transaction of any type, legacy ones with and without a
 * chain id (EIP-155).
 *
 * @throws MalformedField
 */
export function readTransactionSignature(raw: Buffer): TransactionSignature {
  const { type, fields } = openEnvelope(raw, 'transaction');
  const start = fields.position;
  for (let i = 0; i < SIGNED_FIELDS[type]; i++) fields.skip('transaction');
  const signed = raw.subarray(start, fields.position);
  const v = fields.uint('v');
  const r = fields.bytes('r');
  const s = fields.bytes('s');
  fields.finish('transaction');
  if (type > 0) return { signingHash: hashList(signed, undefined, type), r, s, yParity: v };
  if (v === 27 || v === 28) return { signingHash: hashList(signed), r, s, yParity: v - 27 };
  if (v < 35) throw new MalformedField('v', `${v} is not a signature's`);
  // EIP-155: the chain id and two empty fields are signed in the place of v, r and s.
  scratch.discard();
  scratch.uint(0);
  scratch.uint(0);
  scratch.uint((v - 35 - ((v - 35) % 2)) / 2);
  return { signingHash: hashList(signed, Buffer.from(scratch.take())), r, s, yParity: (v - 35) % 2 };
}

/** The 20-byte address of the signer, or undefined when none can be recovered. */
export function recoverTransactionSender(raw: Buffer): Buffer | undefined {
  const { signingHash, r, s, yParity } = readTransactionSignature(raw);
  return recoverSender(signingHash, r, s, yParity);
}

/**
 * The signer of each authorization of an EIP-7702 transaction, undefined where its signature is invalid; an
 * empty list for other types. Chain id and nonce are not checked.
 *
 * @throws MalformedField
 */
export function recoverAuthorities(raw: Buffer): (Buffer | undefined)[] {
  if (raw[0] !== 4) return [];
  const { fields } = openEnvelope(raw, 'transaction');
  for (let i = 0; i < SIGNED_FIELDS[4] - 1; i++) fields.skip('transaction');
  const list = fields.list('authorizationList');
  const authorities: (Buffer | undefined)[] = [];
  while (!list.atEnd) authorities.push(recoverAuthority(raw, list.list('authorizationList')));
  return authorities;
}

function recoverAuthority(raw: Buffer, tuple: RlpReader): Buffer | undefined {
  const start = tuple.position;
  tuple.skip('authorizationList.chainId');
  tuple.skip('authorizationList.address');
  tuple.skip('authorizationList.nonce');
  const signed = raw.subarray(start, tuple.position);
  const yParity = tuple.amount('authorizationList.yParity');
  const r = tuple.bytes('authorizationList.r');
  const s = tuple.bytes('authorizationList.s');
  tuple.finish('authorizationList');
  if (yParity > 1n || isHigh(s)) return undefined;
  return recoverSender(hashList(signed, undefined, AUTHORIZATION_MAGIC), r, s, Number(yParity));
}

function isHigh(s: Buffer): boolean {
  if (s.length !== 32) return s.length > 32;
  return Buffer.compare(s, HALF_ORDER) > 0;
}

/** Keccak of a list of fields that are already encoded, with a type byte before it if given. */
function hashList(fields: Buffer, more?: Buffer, type?: number): Buffer {
  scratch.discard();
  scratch.listHeader(fields.length + (more?.length ?? 0));
  if (type !== undefined) scratch.byte(type);
  return keccak256OfParts(scratch.take(), fields, more);
}
