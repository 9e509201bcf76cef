import { windowOutOfRange } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';
import { isCountUpTo } from './plain-decimal.js';

/** Length of a trailing window in days, from 1 to `max`; by default `preset`. An empty value is refused. */
export const WindowParameter = (max: number, preset: number): PropertyDecorator =>
  parameter({
    place: 'query',
    description: `Length of the window in days, 1 to ${max}.`,
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: max, default: preset },
    kind: 'range',
    rules: [
      {
        reason: 'window_out_of_range',
        isMet: (text) => text === undefined || isCountUpTo(max, text),
        refusal: (name, text) => windowOutOfRange(name, text, 1, max),
      },
    ],
    value: (text) => (text === undefined ? preset : Number(text)),
  });
