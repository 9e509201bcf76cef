import { blockInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';
import { plainDecimal } from './plain-decimal.js';

const NUMBER = {
  schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  kind: 'block',
} as const;
const isNumber = (text = '') => plainDecimal(text) !== undefined;

/** A block number in decimal digits. */
export const BlockParameter = (): PropertyDecorator =>
  parameter({
    ...NUMBER,
    place: 'path',
    description: 'Number of the block in decimal digits, no leading zeros.',
    rules: [{ reason: 'block_invalid', isMet: isNumber, refusal: blockInvalid }],
    value: Number,
  });

/** The block of the answer; by default the newest state. An empty value is refused. */
export const AtBlockParameter = (): PropertyDecorator =>
  parameter({
    ...NUMBER,
    place: 'query',
    description: 'Answers for the end of this block instead of the newest state.',
    rules: [
      {
        reason: 'block_invalid',
        isMet: (text) => text === undefined || isNumber(text),
        refusal: blockInvalid,
      },
    ],
    value: (text) => (text === undefined ? undefined : Number(text)),
  });
