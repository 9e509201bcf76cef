import { hashInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const HASH = /^0[xX][0-9a-fA-F]{64}$/;

/** A 32-byte hash in any letter case; read into lower case. */
const hash = (description: string): PropertyDecorator =>
  parameter({
    place: 'path',
    description,
    schema: { type: 'string', pattern: HASH.source },
    kind: 'hash',
    rules: [{ reason: 'hash_invalid', isMet: (text = '') => HASH.test(text), refusal: hashInvalid }],
    value: (text = '') => text.toLowerCase(),
  });

export const TransactionHashParameter = (): PropertyDecorator =>
  hash('Hash of the transaction, any letter case.');

export const BlockHashParameter = (): PropertyDecorator => hash('Hash of the block, any letter case.');
