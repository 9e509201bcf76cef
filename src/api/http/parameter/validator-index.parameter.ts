import { validatorIndexInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';
import { plainDecimal } from './plain-decimal.js';

/** A validator index in decimal digits. */
export const ValidatorIndexParameter = (): PropertyDecorator =>
  parameter({
    place: 'path',
    description: 'Index of the validator in decimal digits, no leading zeros.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    kind: 'block',
    rules: [
      {
        reason: 'validator_index_invalid',
        isMet: (text = '') => plainDecimal(text) !== undefined,
        refusal: validatorIndexInvalid,
      },
    ],
    value: Number,
  });
