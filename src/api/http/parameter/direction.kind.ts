import { directionInvalid } from '../../refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';

/** Which end of a relation the address is; the subject when not given. An empty value is not "not given". */
export const DIRECTION: ParameterKind<'subject' | 'object'> = {
  description:
    'Which end of the relation the address is: `subject` lists what it points at, `object` who points at it.',
  schema: { type: 'string', enum: ['subject', 'object'], default: 'subject' },
  kind: 'enum',
  invalidReason: 'direction_invalid',
  read(text = 'subject', name) {
    if (text !== 'subject' && text !== 'object') throw directionInvalid(name, text);
    return text;
  },
};
