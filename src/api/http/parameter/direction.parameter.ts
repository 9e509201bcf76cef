import { directionInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const DIRECTIONS = ['subject', 'object'];

/** Whether the address is subject or object of a relation; by default subject. An empty value is refused. */
export const DirectionParameter = (): PropertyDecorator =>
  parameter({
    place: 'query',
    description:
      'Which end of the relation the address is: `subject` lists what it points at, `object` who points at it.',
    schema: { type: 'string', enum: DIRECTIONS, default: 'subject' },
    kind: 'enum',
    rules: [
      {
        reason: 'direction_invalid',
        isMet: (text = 'subject') => DIRECTIONS.includes(text),
        refusal: directionInvalid,
      },
    ],
    value: (text = 'subject') => text,
  });
