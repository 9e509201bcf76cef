import { blockInvalid } from '../../refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';
import { plainDecimal } from './plain-decimal.js';

/** A block number in plain decimal. */
export const BLOCK_NUMBER: ParameterKind<number> = {
  description: 'Number of the block in decimal digits, no leading zeros.',
  schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  kind: 'block',
  invalidReason: 'block_invalid',
  read(text = '', name) {
    const number = plainDecimal(text);
    if (number === undefined) throw blockInvalid(name, text);
    return number;
  },
};

/** A block to answer for; the newest state when not given. An empty value is not "not given". */
export const AT_BLOCK: ParameterKind<number | undefined> = {
  ...BLOCK_NUMBER,
  description: 'Answers for the end of this block instead of the newest state.',
  read: (text, name, context) => (text === undefined ? undefined : BLOCK_NUMBER.read(text, name, context)),
};
