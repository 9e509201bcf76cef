import { validatorIndexInvalid } from '../../../kernel/refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';

/** A validator index in plain decimal, at most 2^53-1 so that it stays exact as a JSON integer. */
export const VALIDATOR_INDEX: ParameterKind<number> = {
  description: 'Index of the validator in decimal digits, no leading zeros.',
  schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  kind: 'block',
  invalidReason: 'validator_index_invalid',
  read(text = '', name) {
    const index = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(index)) throw validatorIndexInvalid(name, text);
    return index;
  },
};
