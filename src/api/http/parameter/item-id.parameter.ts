import { itemIdInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const DECIMAL = /^(0|[1-9][0-9]{0,77})$/;
const LIMIT = 2n ** 256n;

/** Id of an item of a token: 256 bits in decimal digits. */
export const ItemIdParameter = (): PropertyDecorator =>
  parameter({
    place: 'path',
    description: 'Id of the item in decimal digits, no leading zeros, below 2^256.',
    schema: { type: 'string', pattern: DECIMAL.source },
    kind: 'item',
    rules: [
      {
        reason: 'item_id_invalid',
        isMet: (text = '') => DECIMAL.test(text) && BigInt(text) < LIMIT,
        refusal: itemIdInvalid,
      },
    ],
  });
