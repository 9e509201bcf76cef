import { addressInvalid } from '../../refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';

/** A 20-byte address in any letter case, its checksum not looked at; read into lower case. */
export const ADDRESS: ParameterKind<string> = {
  description: 'The address, any letter case; answers carry it in lower case. A checksum is not verified.',
  schema: { type: 'string', pattern: '^0[xX][0-9a-fA-F]{40}$' },
  kind: 'address',
  invalidReason: 'address_invalid',
  read(text = '', name) {
    if (!/^0[xX][0-9a-fA-F]{40}$/.test(text)) throw addressInvalid(name, text);
    return text.toLowerCase();
  },
};

/** The other end of a relation. */
export const COUNTERPART: ParameterKind<string> = {
  ...ADDRESS,
  description: 'Object of the relation, any letter case.',
};
