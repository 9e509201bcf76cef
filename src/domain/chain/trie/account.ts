import { keccak256 } from '../../crypto/keccak.js';
import { MalformedField } from '../codec/malformed-field.js';
import { RlpReader } from '../codec/rlp-reader.js';

export const EMPTY_CODE_HASH = keccak256(Buffer.alloc(0));
/** Storage root of an account without storage: keccak of the RLP of an empty string. */
export const EMPTY_STORAGE_ROOT = keccak256(Buffer.from([0x80]));

/** An account in the state trie. */
export interface Account {
  readonly nonce: bigint;
  /** Wei. */
  readonly balance: bigint;
  readonly storageRoot: Buffer;
  readonly codeHash: Buffer;
}

/** @throws MalformedField */
export function decodeAccount(raw: Buffer): Account {
  const outer = new RlpReader(raw);
  const fields = outer.list('account');
  outer.finish('account');
  const account = {
    nonce: fields.amount('nonce'),
    balance: fields.amount('balance'),
    storageRoot: fields.fixed(32, 'storageRoot'),
    codeHash: fields.fixed(32, 'codeHash'),
  };
  fields.finish('account');
  return account;
}

const WORD_BYTES = 32;

/** The word of a slot in a storage trie, 32 bytes. @throws MalformedField */
export function decodeWord(raw: Buffer): Buffer {
  const reader = new RlpReader(raw);
  const digits = reader.bytes('word');
  reader.finish('word');
  if (digits.length > WORD_BYTES || digits[0] === 0) throw new MalformedField('word', 'is none');
  const word = Buffer.alloc(WORD_BYTES);
  digits.copy(word, WORD_BYTES - digits.length);
  return word;
}
