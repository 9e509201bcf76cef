import { idInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_LENGTH = 64;

/** The id of a registry, as definitions name it. */
export const RegistryIdParameter = (): PropertyDecorator =>
  parameter({
    place: 'path',
    description: 'Id of the registry, such as `ofac-sanctions`.',
    schema: { type: 'string', pattern: ID.source, maxLength: MAX_LENGTH },
    kind: 'registry',
    rules: [
      {
        reason: 'registry_id_invalid',
        isMet: (text = '') => text.length <= MAX_LENGTH && ID.test(text),
        refusal: (name, text) => idInvalid('registry_id_invalid', name, text, 'words-joined-by-hyphens'),
      },
    ],
  });
