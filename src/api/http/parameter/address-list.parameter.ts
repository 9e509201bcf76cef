import { addressListInvalid, listTooLong } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const ADDRESS = /^0[xX][0-9a-fA-F]{40}$/;

/** Addresses joined by commas, in any letter case. A repeated address counts once. */
export const AddressListParameter = (most: number): PropertyDecorator =>
  parameter({
    place: 'query',
    isRequired: true,
    description: `One to ${most} addresses joined by commas, any letter case. More would not fit into a request target of 4,096 bytes.`,
    schema: {
      type: 'string',
      pattern: `${ADDRESS.source.slice(0, -1)}(,0[xX][0-9a-fA-F]{40}){0,${most - 1}}$`,
    },
    kind: 'addresses',
    rules: [
      {
        reason: 'address_invalid',
        isMet: (text = '') => text.split(',').every((one) => ADDRESS.test(one)),
        refusal: addressListInvalid,
      },
      {
        reason: 'limit_out_of_range',
        isMet: (text = '') => text.split(',').length <= most,
        refusal: (name, text) => listTooLong(name, text.split(',').length, most),
      },
    ],
    value: (text = '') => [...new Set(text.toLowerCase().split(','))],
  });
