import type { Type } from '@nestjs/common';
import type { SchemaObject } from '@nestjs/swagger';
import { ApiProperty, getSchemaPath } from '@nestjs/swagger';

/**
 * Fields of records. Each has its meaning and, if it is optional, the meaning of its absence, which is never
 * zero, false or none.
 */
function field(schema: SchemaObject) {
  return (description: string, absentMeans?: string): PropertyDecorator =>
    documented(schema, description, absentMeans);
}

function documented(schema: object, description: string, absentMeans?: string): PropertyDecorator {
  return ApiProperty({
    ...schema,
    description,
    required: absentMeans === undefined,
    ...(absentMeans === undefined ? {} : { 'x-absent-means': absentMeans }),
  });
}

/** The most bytes of code that EIP-170 allows, and that are served. */
export const MAX_CODE_BYTES = 24_576;

const ADDRESS: SchemaObject = { type: 'string', pattern: '^0x[0-9a-f]{40}$' };
const BYTES: SchemaObject = { type: 'string', pattern: '^0x([0-9a-f]{2})*$' };
const CLAIM_ID: SchemaObject = { type: 'string', pattern: '^[a-z0-9_]+(:[a-z0-9_]+)+$', maxLength: 128 };
const PROOF_HASH: SchemaObject = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' };
const HASH: SchemaObject = { type: 'string', pattern: '^0x[0-9a-f]{64}$' };

export const AddressField = field(ADDRESS);
export const HashField = field(HASH);
export const SelectorField = field({ type: 'string', pattern: '^0x[0-9a-f]{8}$' });
export const CallPathField = field({ type: 'string', pattern: '^([0-9a-f]{4})+$' });
export const BytesField = field(BYTES);
export const CodeField = field({ ...BYTES, maxLength: 2 + 2 * MAX_CODE_BYTES });
/** Attribute id or relation id. */
export const ClaimIdField = field(CLAIM_ID);
export const RelationIdField = field({ ...CLAIM_ID, pattern: '^relation:[a-z0-9_]+$' });
export const ProofHashField = field(PROOF_HASH);
export const UtcTimeField = field({ type: 'string', format: 'date-time', pattern: 'Z$' });
export const NonEmptyTextField = field({ type: 'string', minLength: 1 });
/**
 * Any JSON value. It is declared as a choice of one, because otherwise the reference would take a type from
 * the TypeScript declaration.
 */
export const AnyField = field({ oneOf: [{}] });
/** Wei, gwei or gas: a decimal string, as JSON numbers would lose digits. */
export const AmountField = field({ type: 'string', pattern: '^(0|[1-9][0-9]*)$' });
export const RateField = field({ type: 'number', format: 'double', minimum: 0 });
/** A count that may be negative. */
export const DifferenceField = field({ type: 'integer', format: 'int64' });
/** As `AmountField`, but never zero. */
export const PositiveAmountField = field({ type: 'string', pattern: '^[1-9][0-9]*$' });
/** Part of a whole, from 0 to 1. */
export const ShareField = field({ type: 'number', format: 'double', minimum: 0, maximum: 1 });
export const CountField = field({ type: 'integer', format: 'int32', minimum: 0 });
export const LongField = field({ type: 'integer', format: 'int64', minimum: 0 });
export const UnixSecondsField = field({ type: 'integer', format: 'int32', minimum: 0 });
export const TextField = field({ type: 'string' });
export const TextOrIntegerField = field({ oneOf: [{ type: 'string' }, { type: 'integer' }] });
export const FlagField = field({ type: 'boolean' });
export const UriField = field({ type: 'string', format: 'uri' });
export const RequestIdField = field({ type: 'string', maxLength: 1024 });
export const ChainIdField = field({ type: 'integer', format: 'int64', enum: [1] });
export const ConfidenceField = field({ type: 'integer', format: 'int32', minimum: 0, maximum: 3 });
export const TrueField = field({ type: 'boolean', enum: [true] });
export const StatusField = field({ type: 'integer', format: 'int32', enum: [0, 1] });
export const CursorField = field({ type: 'string', maxLength: 512 });

export const ChoiceField = (
  choices: readonly string[],
  description: string,
  absentMeans?: string,
): PropertyDecorator => documented({ type: 'string', enum: [...choices] }, description, absentMeans);

/** A choice. Values that the product description does not have are marked. */
export const WidenedChoiceField = (
  choices: readonly string[],
  beyondSeed: readonly string[],
  description: string,
): PropertyDecorator =>
  documented({ type: 'string', enum: [...choices, ...beyondSeed], 'x-beyond-seed': beyondSeed }, description);

/** Distinct choices, at least so many. */
export const ChoiceListField = (
  choices: readonly string[],
  description: string,
  absentMeans?: string,
  minItems?: number,
): PropertyDecorator =>
  documented(
    {
      type: 'array',
      items: { type: 'string', enum: [...choices] },
      uniqueItems: true,
      ...(minItems === undefined ? {} : { minItems }),
    },
    description,
    absentMeans,
  );

/** Level in a call tree; the root has 1. */
export const CallDepthField = (least: number, description: string): PropertyDecorator =>
  documented({ type: 'integer', format: 'int32', minimum: least }, description);

export const HashListField = (description: string, absentMeans?: string): PropertyDecorator =>
  documented({ type: 'array', items: HASH }, description, absentMeans);

export const ProofHashListField = (description: string): PropertyDecorator =>
  documented({ type: 'array', items: PROOF_HASH }, description);

/** Distinct ids. */
export const ClaimIdListField = (description: string): PropertyDecorator =>
  documented({ type: 'array', items: CLAIM_ID, uniqueItems: true }, description);

/** Texts by name. */
export const TextMapField = (description: string): PropertyDecorator =>
  documented({ type: 'object', additionalProperties: { type: 'string' } }, description);

/** A record that is defined elsewhere. */
export const OpenRecordField = (description: string): PropertyDecorator =>
  documented({ type: 'object', additionalProperties: true }, description);

export const TextListField = (description: string, absentMeans?: string): PropertyDecorator =>
  documented({ type: 'array', items: { type: 'string' } }, description, absentMeans);

/**
 * A record inside a record. It is given by a function, which the library recognises by the function's name,
 * `type`.
 */
export const RecordField = (
  record: () => Type,
  description: string,
  absentMeans?: string,
): PropertyDecorator => documented({ type: () => record() }, description, absentMeans);

/** A list of records. */
export const RecordListField = (
  record: () => Type,
  description: string,
  maxItems?: number,
  absentMeans?: string,
): PropertyDecorator =>
  documented(
    { type: () => record(), isArray: true, ...(maxItems === undefined ? {} : { maxItems }) },
    description,
    absentMeans,
  );

/** An address, or `null` with a meaning other than absence. */
export const AddressOrNullField = (
  description: string,
  absentMeans: string,
  nullMeans: string,
): PropertyDecorator =>
  documented({ oneOf: [ADDRESS, { type: 'null' }], 'x-null-means': nullMeans }, description, absentMeans);

/** Fields that are `null` where their value is not known, and never left out. */
export const AmountOrNullField = nullable({ type: 'string', pattern: '^(0|[1-9][0-9]*)$' });
export const LongOrNullField = nullable({ type: 'integer', format: 'int64', minimum: 0 });
export const RateOrNullField = nullable({ type: 'number', format: 'double' });

function nullable(schema: object) {
  return (description: string, nullMeans: string): PropertyDecorator =>
    documented({ oneOf: [schema, { type: 'null' }], 'x-null-means': nullMeans }, description);
}

/** A value of any ABI type, or the record of a value that is not in the log. */
export const DecodedValueField = (dynamic: () => Type, description: string): PropertyDecorator =>
  documented(
    {
      oneOf: [
        { type: 'string' },
        { type: 'boolean' },
        { type: 'array', items: {} },
        { $ref: getSchemaPath(dynamic()) },
      ],
    },
    description,
  );

/** Comparisons as the evaluator writes them, which may add fields. */
export const CheckListField = (description: string): PropertyDecorator =>
  documented(
    {
      type: 'array',
      items: {
        type: 'object',
        required: ['operator', 'expected', 'observed'],
        properties: {
          operator: { type: 'string', minLength: 1, description: 'The comparison.' },
          expected: { description: 'Any JSON value.' },
          observed: { description: 'Any JSON value.' },
        },
        additionalProperties: true,
      },
    },
    description,
  );
