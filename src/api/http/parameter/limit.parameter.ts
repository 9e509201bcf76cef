import { limitOutOfRange } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';
import { isCountUpTo } from './plain-decimal.js';

/** The most rows, from 1 to `max`; by default `preset`. An empty value is refused. */
export const LimitParameter = (max: number, preset: number): PropertyDecorator =>
  parameter({
    place: 'query',
    description: `At most this many rows, 1 to ${max}.`,
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: max, default: preset },
    kind: 'limit',
    rules: [
      {
        reason: 'limit_out_of_range',
        isMet: (text) => text === undefined || isCountUpTo(max, text),
        refusal: (name, text) => limitOutOfRange(name, text, 1, max),
      },
    ],
    value: (text) => (text === undefined ? preset : Number(text)),
  });
