import { calldataInvalid, calldataTooLong, queryMissing } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

/** As many bytes as fit into a request target. */
const MAX_BYTES = 1_900;
const FORM = /^0x([0-9a-fA-F]{2})*$/;

const sizeOf = (text: string): number => (text.length - 2) / 2;

/** Call data: selector and arguments. Its value is in lower case. */
export const CalldataParameter = (): PropertyDecorator =>
  parameter({
    place: 'query',
    description: `Call data: \`0x\` and an even number of hex characters, at most ${MAX_BYTES} bytes. \`0x\` calls without any.`,
    schema: { type: 'string', pattern: FORM.source, maxLength: 2 + 2 * MAX_BYTES },
    kind: 'calldata',
    rules: [
      { reason: 'query_missing', isMet: (text) => text !== undefined, refusal: queryMissing },
      { reason: 'calldata_invalid', isMet: (text = '') => FORM.test(text), refusal: calldataInvalid },
      {
        reason: 'calldata_too_long',
        isMet: (text = '') => sizeOf(text) <= MAX_BYTES,
        refusal: (name, text) => calldataTooLong(name, sizeOf(text), MAX_BYTES),
      },
    ],
    isRequired: true,
    value: (text = '') => text.toLowerCase(),
  });
