import { hashInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const HASH = /^0[xX][0-9a-fA-F]{64}$/;

/** A 32-byte hash in any letter case. Its value is in lower case. In the query it is optional. */
const hash = (place: 'path' | 'query', description: string): PropertyDecorator =>
  parameter({
    place,
    description,
    schema: { type: 'string', pattern: HASH.source },
    kind: 'hash',
    rules: [
      {
        reason: 'hash_invalid',
        isMet: (text) => (text === undefined ? place === 'query' : HASH.test(text)),
        refusal: hashInvalid,
      },
    ],
    value: (text) => text?.toLowerCase(),
  });

export const TransactionHashParameter = (): PropertyDecorator =>
  hash('path', 'Hash of the transaction, any letter case.');

export const BlockHashParameter = (): PropertyDecorator =>
  hash('path', 'Hash of the block, any letter case.');

/** The root of a beacon block that the reader of a bundle trusts. */
export const CheckpointParameter = (): PropertyDecorator =>
  hash(
    'query',
    'Root of a beacon block that you trust, of the last two weeks, any letter case. The bundle then leads from it over sync committees to a final ' +
      'block, and so shows blocks that are too young for a proof of their own.',
  );
