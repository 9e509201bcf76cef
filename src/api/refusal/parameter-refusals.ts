import { Refusal } from '../../domain/refusal/refusal.js';

const MAX_ACTUAL_LENGTH = 100;

/**
 * A received text as refusals report it: an integer if it is one, otherwise the text cut at 100 characters.
 */
export function actualOf(text: string): string | number {
  const integer = /^-?(0|[1-9][0-9]*)$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(integer) ? integer : text.slice(0, MAX_ACTUAL_LENGTH);
}

export function unknownParameter(parameter: string): Refusal {
  const name = parameter.slice(0, MAX_ACTUAL_LENGTH);
  return new Refusal('bad_request', `This method has no parameter ${name}.`, {
    reason: 'unknown_parameter',
    parameter: name,
  });
}

export function repeatedParameter(parameter: string): Refusal {
  return new Refusal('bad_request', `Parameter ${parameter} was given more than once.`, {
    reason: 'repeated_parameter',
    parameter,
  });
}

/** A cursor that was not issued by this service, or not for this request. */
export function cursorInvalid(parameter: string): Refusal {
  return new Refusal(
    'bad_request',
    `${parameter} does not belong to this request. Start with the first page.`,
    {
      reason: 'cursor_invalid',
      parameter,
    },
  );
}

export function limitOutOfRange(
  parameter: string,
  actual: string,
  minLimit: number,
  maxLimit: number,
): Refusal {
  return new Refusal('bad_request', `${parameter} must be a whole number from ${minLimit} to ${maxLimit}.`, {
    reason: 'limit_out_of_range',
    parameter,
    minLimit,
    maxLimit,
    actual: actualOf(actual),
  });
}

/** A list with more entries than `maxLimit`. */
export function listTooLong(parameter: string, actual: number, maxLimit: number): Refusal {
  return new Refusal('bad_request', `${parameter} may have at most ${maxLimit} entries, and has ${actual}.`, {
    reason: 'limit_out_of_range',
    parameter,
    minLimit: 1,
    maxLimit,
    actual,
  });
}

export function windowOutOfRange(
  parameter: string,
  actual: string,
  minValue: number,
  maxValue: number,
): Refusal {
  return new Refusal(
    'bad_request',
    `${parameter} must be a whole number of days from ${minValue} to ${maxValue}.`,
    { reason: 'window_out_of_range', parameter, minValue, maxValue, actual: actualOf(actual) },
  );
}

export function hashInvalid(parameter: string, actual: string): Refusal {
  return new Refusal('bad_request', `${parameter} must be 0x and 64 hex characters.`, {
    reason: 'hash_invalid',
    parameter,
    actual: actualOf(actual),
  });
}

export const addressInvalid = (parameter: string, actual: string): Refusal =>
  noAddress(parameter, actual, 'must be 0x and 40 hex characters');

export const addressListInvalid = (parameter: string, actual: string): Refusal =>
  noAddress(parameter, actual, 'must be addresses of 0x and 40 hex characters, joined by commas');

function noAddress(parameter: string, actual: string, says: string): Refusal {
  return new Refusal('bad_request', `${parameter} ${says}.`, {
    reason: 'address_invalid',
    parameter,
    actual: actualOf(actual),
  });
}

export function blockInvalid(parameter: string, actual: string): Refusal {
  return new Refusal('bad_request', `${parameter} must be a block number in plain decimal digits.`, {
    reason: 'block_invalid',
    parameter,
    actual: actualOf(actual),
  });
}

/** A valid block number below the first block of the served chain. */
export function blockBeforeChain(parameter: string, actual: number, firstBlock: number): Refusal {
  return new Refusal('bad_request', `The chain served here begins at block ${firstBlock}.`, {
    reason: 'block_invalid',
    parameter,
    minValue: firstBlock,
    actual,
  });
}

/** Which kind of id is invalid. */
export type IdReason =
  | 'attribute_id_invalid'
  | 'relation_id_invalid'
  | 'definition_id_invalid'
  | 'registry_id_invalid'
  | 'evidence_invalid';

export function idInvalid(reason: IdReason, parameter: string, actual: string, form: string): Refusal {
  return new Refusal('bad_request', `${parameter} must have the form ${form}.`, {
    reason,
    parameter,
    actual: actualOf(actual),
  });
}

export function directionInvalid(parameter: string, actual: string): Refusal {
  return new Refusal('bad_request', `${parameter} must be subject or object.`, {
    reason: 'direction_invalid',
    parameter,
    actual: actualOf(actual),
  });
}

export function proofHashInvalid(parameter: string, actual: string): Refusal {
  return new Refusal('bad_request', `${parameter} must be sha256: and 64 hex characters.`, {
    reason: 'proof_hash_invalid',
    parameter,
    actual: actualOf(actual),
  });
}

export function validatorIndexInvalid(parameter: string, actual: string): Refusal {
  return new Refusal('bad_request', `${parameter} must be a validator index in plain decimal digits.`, {
    reason: 'validator_index_invalid',
    parameter,
    actual: actualOf(actual),
  });
}

export function itemIdInvalid(parameter: string, actual: string): Refusal {
  return new Refusal('bad_request', `${parameter} must be a number below 2^256 in plain decimal digits.`, {
    reason: 'item_id_invalid',
    parameter,
    actual: actualOf(actual),
  });
}

export function queryMissing(parameter: string): Refusal {
  return new Refusal('bad_request', `${parameter} is required.`, { reason: 'query_missing', parameter });
}

/** @param length in characters, surrounding white space not counted */
export function queryTooShort(parameter: string, length: number, minLength: number): Refusal {
  return new Refusal('bad_request', `${parameter} must have at least ${minLength} characters.`, {
    reason: 'query_too_short',
    parameter,
    minLength,
    actual: length,
  });
}

/** @param length in characters, surrounding white space not counted */
export function queryTooLong(parameter: string, length: number, maxLength: number): Refusal {
  return new Refusal('bad_request', `${parameter} must have at most ${maxLength} characters.`, {
    reason: 'query_too_long',
    parameter,
    maxLength,
    actual: length,
  });
}

export function queryInvalid(parameter: string): Refusal {
  return new Refusal('bad_request', `${parameter} must not contain control characters.`, {
    reason: 'query_invalid',
    parameter,
  });
}

/** The text is a hash: blocks and transactions have methods of their own. */
export function queryIsHash(parameter: string): Refusal {
  return new Refusal('bad_request', `${parameter} is the hash of a block or transaction, not a name.`, {
    reason: 'query_is_hash',
    parameter,
  });
}

export function calldataInvalid(parameter: string, actual: string): Refusal {
  return new Refusal('bad_request', `${parameter} must be 0x and an even number of hex characters.`, {
    reason: 'calldata_invalid',
    parameter,
    actual: actualOf(actual),
  });
}

/** @param length in bytes */
export function calldataTooLong(parameter: string, length: number, maxLength: number): Refusal {
  return new Refusal('bad_request', `${parameter} must have at most ${maxLength} bytes.`, {
    reason: 'calldata_too_long',
    parameter,
    maxLength,
    actual: length,
  });
}
