import { type IdReason, idInvalid } from '../../refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';

const MAX_LENGTH = 128;

/** The name of a definition; lower case only, as answers carry it. */
function claimId(
  description: string,
  pattern: RegExp,
  form: string,
  invalidReason: IdReason,
): ParameterKind<string> {
  return {
    description,
    schema: { type: 'string', pattern: pattern.source, maxLength: MAX_LENGTH },
    kind: 'fact',
    invalidReason,
    read(text = '', name) {
      if (text.length > MAX_LENGTH || !pattern.test(text)) throw idInvalid(invalidReason, name, text, form);
      return text;
    },
  };
}

const ANY_ID = /^[a-z0-9_]+(:[a-z0-9_]+)+$/;

export const ATTRIBUTE_ID = claimId(
  'Attribute id, `family:name`.',
  ANY_ID,
  'family:name',
  'attribute_id_invalid',
);

export const RELATION_ID = claimId(
  'Relation id, `relation:name`.',
  /^relation:[a-z0-9_]+$/,
  'relation:name',
  'relation_id_invalid',
);

export const DEFINITION_ID = claimId(
  'Attribute id or relation id.',
  ANY_ID,
  'family:name',
  'definition_id_invalid',
);
