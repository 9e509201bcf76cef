import { keccak256 } from '../../crypto/keccak.js';
import type { AccessListEntry, Authorization, Transaction } from '../record/block.js';
import { MalformedField } from './malformed-field.js';
import type { RlpReader } from './rlp-reader.js';
import { openEnvelope } from './transaction-type.js';

/**
 * Reads a signed transaction; its byte fields are views of `raw`. The signature is not checked: the caller has the sender, from
 * `recoverTransactionSender` or from storage.
 *
 * @param authorities signer of each EIP-7702 authorization, from `recoverAuthorities` or from storage
 * @throws MalformedField
 */
export function decodeTransaction(
  raw: Buffer,
  from: Buffer,
  authorities: readonly (Buffer | undefined)[],
): Transaction {
  const { type, fields } = openEnvelope(raw, 'transaction');
  if (type > 0) fields.skip('chainId');
  const nonce = fields.uint('nonce');
  const firstPrice = fields.amount(type < 2 ? 'gasPrice' : 'maxPriorityFeePerGas');
  const maxFeePerGas = type < 2 ? 0n : fields.amount('maxFeePerGas');
  const gasLimit = fields.uint('gas');
  const to = readTo(fields, type);
  const value = fields.amount('value');
  const input = fields.bytes('input');
  const transaction: { -readonly [K in keyof Transaction]: Transaction[K] } = {
    type,
    hash: keccak256(raw),
    from,
    raw,
    nonce,
    value,
    gasLimit,
    input,
  };
  if (to !== undefined) transaction.to = to;
  if (type < 2) {
    transaction.gasPrice = firstPrice;
  } else {
    transaction.maxFeePerGas = maxFeePerGas;
    transaction.maxPriorityFeePerGas = firstPrice;
  }
  if (type > 0) transaction.accessList = readAccessList(fields);
  if (type === 3) {
    transaction.maxFeePerBlobGas = fields.amount('maxFeePerBlobGas');
    transaction.blobVersionedHashes = readWords(fields, 'blobVersionedHashes');
  }
  if (type === 4) transaction.authorizationList = readAuthorizations(fields, authorities);
  fields.skip('v');
  fields.skip('r');
  fields.skip('s');
  fields.finish('transaction');
  return transaction;
}

function readTo(fields: RlpReader, type: number): Buffer | undefined {
  const to = fields.bytes('to');
  if (to.length === 20) return to;
  if (to.length === 0 && type < 3) return undefined;
  throw new MalformedField('to', `has ${to.length} bytes instead of 20`);
}

function readAccessList(fields: RlpReader): AccessListEntry[] {
  const entries: AccessListEntry[] = [];
  const list = fields.list('accessList');
  while (!list.atEnd) {
    const entry = list.list('accessList');
    entries.push({
      address: entry.fixed(20, 'accessList.address'),
      storageKeys: readWords(entry, 'accessList.storageKeys'),
    });
    entry.finish('accessList');
  }
  return entries;
}

function readWords(fields: RlpReader, field: string): Buffer[] {
  const words: Buffer[] = [];
  const list = fields.list(field);
  while (!list.atEnd) words.push(list.fixed(32, field));
  return words;
}

function readAuthorizations(
  fields: RlpReader,
  authorities: readonly (Buffer | undefined)[],
): readonly Authorization[] {
  const authorizations: Authorization[] = [];
  const list = fields.list('authorizationList');
  while (!list.atEnd) {
    const tuple = list.list('authorizationList');
    const authority = authorities[authorizations.length];
    authorizations.push({
      chainId: tuple.amount('authorizationList.chainId'),
      address: tuple.fixed(20, 'authorizationList.address'),
      nonce: tuple.amount('authorizationList.nonce'),
      ...(authority === undefined ? {} : { authority }),
    });
  }
  return authorizations;
}
