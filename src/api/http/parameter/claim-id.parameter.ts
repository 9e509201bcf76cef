import { type IdReason, idInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const MAX_LENGTH = 128;
const ANY_ID = /^[a-z0-9_]+(:[a-z0-9_]+)+$/;
const RELATION_ID = /^relation:[a-z0-9_]+$/;

/** The id of a definition, in lower case only, as answers have it. */
const claimId = (description: string, pattern: RegExp, form: string, reason: IdReason): PropertyDecorator =>
  parameter({
    place: 'path',
    description,
    schema: { type: 'string', pattern: pattern.source, maxLength: MAX_LENGTH },
    kind: 'fact',
    rules: [
      {
        reason,
        isMet: (text = '') => text.length <= MAX_LENGTH && pattern.test(text),
        refusal: (name, text) => idInvalid(reason, name, text, form),
      },
    ],
  });

export const AttributeIdParameter = (): PropertyDecorator =>
  claimId('Attribute id, `family:name`.', ANY_ID, 'family:name', 'attribute_id_invalid');

export const RelationIdParameter = (): PropertyDecorator =>
  claimId('Relation id, `relation:name`.', RELATION_ID, 'relation:name', 'relation_id_invalid');

export const DefinitionIdParameter = (): PropertyDecorator =>
  claimId('Attribute id or relation id.', ANY_ID, 'family:name', 'definition_id_invalid');
