import { validatorIndexInvalid } from '../../refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';
import { plainDecimal } from './plain-decimal.js';

/** A validator index in plain decimal. */
export const VALIDATOR_INDEX: ParameterKind<number> = {
  description: 'Index of the validator in decimal digits, no leading zeros.',
  schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  kind: 'block',
  invalidReason: 'validator_index_invalid',
  read(text = '', name) {
    const index = plainDecimal(text);
    if (index === undefined) throw validatorIndexInvalid(name, text);
    return index;
  },
};
