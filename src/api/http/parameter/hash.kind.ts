import { hashInvalid } from '../../refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';

/** A 32-byte hash in any letter case; read into lower case. */
export const TRANSACTION_HASH: ParameterKind<string> = {
  description: 'Hash of the transaction, any letter case.',
  schema: { type: 'string', pattern: '^0[xX][0-9a-fA-F]{64}$' },
  kind: 'hash',
  invalidReason: 'hash_invalid',
  read(text = '', name) {
    if (!/^0[xX][0-9a-fA-F]{64}$/.test(text)) throw hashInvalid(name, text);
    return text.toLowerCase();
  },
};
