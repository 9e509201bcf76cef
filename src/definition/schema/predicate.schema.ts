import { z } from 'zod';
import { OPERATORS } from '../model/predicate.js';
import { expressionSchema } from './expression.schema.js';
import {
  callSchema,
  logStateSchema,
  readSchema,
  sourceKeys,
  storageSchema,
  viewSchema,
} from './source.schema.js';
import { bindingId, bytes, decimal, definitionId, localId, selector, sentence } from './text.schema.js';

const SOURCE_KEYS = Object.keys(sourceKeys);
const SOURCES = [...SOURCE_KEYS, 'read'];
const LOGS = ['log', 'log_state'];
const ABSENT = ['dep', ...SOURCE_KEYS, 'view'];

const of = { of: expressionSchema };
const at = { at: expressionSchema.exactOptional() };
const key = { ...at, atKey: expressionSchema.exactOptional() };
const binding = { binding: bindingId };

const predicate = <const Name extends string, Shape extends z.ZodRawShape>(operator: Name, shape: Shape) =>
  z.strictObject({
    id: localId,
    operator: z.literal(operator),
    description: sentence.exactOptional(),
    ...shape,
  });

const has = (record: object, names: readonly string[]): number =>
  names.filter((name) => Object.hasOwn(record, name)).length;
const oneOf = (names: readonly string[]) => ({ oneOf: names.map((name) => ({ required: [name] })) });

const comparison = <const Name extends string>(operator: Name) =>
  predicate(operator, { ...of, expected: z.string().exactOptional(), with: expressionSchema.exactOptional() })
    .refine((one) => has(one, ['expected', 'with']) === 1, 'needs exactly one of expected and with')
    .meta(oneOf(['expected', 'with']));

const magnitude = <const Name extends string>(operator: Name) =>
  predicate(operator, { ...of, expected: decimal });
const membership = <const Name extends string>(operator: Name) => predicate(operator, { ...of, ...binding });
const selectors = { expected: z.array(selector).min(1), ...at };
const instructions = { expected: z.array(z.enum(['0xf2', '0xf4', '0xff'])).min(1), ...at };
const codeIn = <const Name extends string>(operator: Name) => predicate(operator, { ...binding, ...at });

/** One check of a family, with exactly the keys of its operator. */
export const predicateSchema = z
  .discriminatedUnion(
    'operator',
    [
      predicate('holds', { dep: definitionId, of: expressionSchema.exactOptional() }),
      predicate('absent', {
        dep: definitionId.exactOptional(),
        of: expressionSchema.exactOptional(),
        ...sourceKeys,
        view: viewSchema.exactOptional(),
        ...key,
      })
        .refine((one) => has(one, ABSENT) === 1, `needs exactly one of ${ABSENT.join(', ')}`)
        .refine((one) => !('of' in one) || 'dep' in one, 'has of, which belongs to dep: a source has at')
        .meta(oneOf(ABSENT)),
      predicate('exists', {
        ...sourceKeys,
        read: readSchema.exactOptional(),
        ...key,
        candidates: z.literal(true).exactOptional(),
      })
        .refine((one) => has(one, SOURCES) === 1, `needs exactly one of ${SOURCES.join(', ')}`)
        .refine((one) => !one.candidates || has(one, LOGS) === 1, 'has candidates, which belongs to logs')
        .meta(oneOf(SOURCES)),
      predicate('latest', { log_state: logStateSchema, expected: z.string(), ...key }),
      comparison('eq'),
      comparison('neq'),
      membership('in'),
      membership('not_in'),
      magnitude('gte'),
      magnitude('lte'),
      predicate('prefix', { ...of, expected: bytes }),
      predicate('length', { ...of, expected: z.int().min(0) }),
      predicate('selectors_all', { ...selectors, further: z.literal(true).exactOptional() }),
      predicate('selectors_none', selectors),
      predicate('instructions_all', instructions),
      predicate('instructions_none', instructions),
      predicate('slot_address', { storage: storageSchema, ...at }),
      codeIn('code_hash_in'),
      codeIn('build_in'),
      codeIn('fingerprint_in'),
      predicate('same_tx', { of: localId, with: localId }),
      predicate('log_within_frame', { frame: callSchema, ...key }),
      predicate('returns', { view: viewSchema, ...at }),
      predicate('delegates', { call: expressionSchema.exactOptional(), ...at }),
      predicate('imitates', {
        of: z.array(expressionSchema).min(1),
        ...binding,
        decorated: z.literal(true).exactOptional(),
      }),
    ],
    { error: `must be one of ${OPERATORS.join(', ')}` },
  )
  .meta({ id: 'check', description: 'One comparison: its operator decides which keys it has' });

export type PredicateText = z.infer<typeof predicateSchema>;
