import { addressInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const ADDRESS = /^0[xX][0-9a-fA-F]{40}$/;

export const ADDRESS_DESCRIPTION =
  'The address, any letter case; answers carry it in lower case. A checksum is not verified.';

/** An address (20 bytes) in any letter case, whose checksum is not checked. Its value is in lower case. */
export const AddressParameter = (description = ADDRESS_DESCRIPTION): PropertyDecorator =>
  parameter({
    place: 'path',
    description,
    schema: { type: 'string', pattern: ADDRESS.source },
    kind: 'address',
    rules: [{ reason: 'address_invalid', isMet: (text = '') => ADDRESS.test(text), refusal: addressInvalid }],
    value: (text = '') => text.toLowerCase(),
  });

/** An optional address in the query. */
export const AddressQueryParameter = (description: string, isRequired = false): PropertyDecorator =>
  parameter({
    place: 'query',
    description,
    schema: { type: 'string', pattern: ADDRESS.source },
    kind: 'address',
    ...(isRequired && { isRequired }),
    rules: [
      {
        reason: 'address_invalid',
        isMet: (text) => (text === undefined ? !isRequired : ADDRESS.test(text)),
        refusal: addressInvalid,
      },
    ],
    value: (text) => text?.toLowerCase(),
  });
