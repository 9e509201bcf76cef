import { z } from 'zod';
import { SIGNATURE, VIEW_TYPES } from '../../domain/chain/codec/view-value.js';
import { EACH_FACET, EACH_SELECTOR, SLOT_NAMES } from '../model/fact-source.js';
import { expressionSchema } from './expression.schema.js';
import { bindingId, bytes, fieldName, localId, word } from './text.schema.js';

const path = z
  .string()
  .regex(
    /^(topic[1-3](\.address)?|word(0|[1-9]\d?)(\.address)?|emitter|text|largest_amount|credentials\.address)$/,
    'must be a field path: topic1 to topic3 and word0 and on (with .address or without), emitter, text, largest_amount or credentials.address',
  )
  .meta({ id: 'pick' });

const subjectPath = z.union([path, z.literal('reverse_node')], {
  error: 'must be a field path that is an address, or reverse_node',
});

const emitter = z.union([z.enum(['subject', 'any']), z.strictObject({ binding: bindingId })], {
  error: 'must be subject, any or { binding: … }',
});

const shape = {
  topic0: word,
  topics: z.int().min(1).max(4),
  dataLength: z.int().min(0).exactOptional(),
  decodes: z.enum(['equal_arrays', 'text', 'facet_cuts']).exactOptional(),
  where: z
    .record(
      path,
      z.union([z.enum(['zero', 'nonzero', 'address']), bytes], {
        error: 'must be zero, nonzero, address or "0x…" in lower case and quotes',
      }),
    )
    .exactOptional(),
};

const oneForm = (log: { dataLength?: unknown; decodes?: unknown }): boolean =>
  log.dataLength === undefined || log.decodes === undefined;
const ONE_FORM = {
  error: 'has dataLength and decodes: only one is allowed',
};
const oneFormMeta = { not: { required: ['dataLength', 'decodes'] } };

const where = { emitter: emitter.exactOptional(), subject: subjectPath.exactOptional() };
const key = z
  .array(
    z.union(
      [path, z.templateLiteral(['each:word', z.int().min(0).max(99), '.address']), z.literal(EACH_SELECTOR)],
      {
        error: `must be a field path, each:word0.address for every element of a list of addresses, or ${EACH_SELECTOR}`,
      },
    ),
  )
  .min(1);

export const logSchema = z
  .strictObject({
    ...shape,
    ...where,
    key: key.exactOptional(),
    outsideCreation: z.literal(true).exactOptional(),
    createdByEmitter: z.literal(true).exactOptional(),
    fields: z.record(fieldName, path).exactOptional(),
  })
  .refine(oneForm, ONE_FORM)
  .meta({ id: 'log', description: 'The first log of a shape', ...oneFormMeta });

const event = z
  .strictObject({
    ...shape,
    key: key.exactOptional(),
    value: z.union([path, z.enum(['true', 'cleared', EACH_FACET])], {
      error: `must be a field path, "true" in quotes, cleared, or ${EACH_FACET}`,
    }),
  })
  .refine(oneForm, ONE_FORM)
  .meta({ id: 'event', ...oneFormMeta });

export const logStateSchema = z
  .strictObject({ ...where, key: key.exactOptional(), events: z.array(event).min(1) })
  .meta({ id: 'log_state', description: 'What logs say last' });

export const callSchema = z
  .strictObject({
    call: z.strictObject({
      to: bindingId,
      log: z.strictObject(shape).refine(oneForm, ONE_FORM).meta(oneFormMeta),
      key: z.enum(['to.address', 'credentials.address']),
    }),
  })
  .meta({ id: 'call', description: 'The first call with a log inside it' });

export const readSchema = z
  .strictObject({
    call: z
      .string()
      .regex(/^[A-Za-z_$][A-Za-z0-9_$]*\(\)$/, 'must be a function without parameters, such as symbol()'),
    returns: z.enum(['text', 'address']),
    after: localId,
    again: z.literal('setting').exactOptional(),
  })
  .meta({ id: 'read', description: 'A recorded answer of the subject' });

export const viewSchema = z
  .strictObject({
    signature: z
      .string()
      .regex(
        SIGNATURE,
        'must be a function with parameters of one word each, such as hasRole(bytes32,address)',
      ),
    args: z
      .array(z.union([expressionSchema, word]))
      .min(1)
      .exactOptional(),
    returns: z.enum(VIEW_TYPES),
  })
  .meta({
    id: 'view',
    description: 'The result of a view call, executed on the state at the end of a block',
  });

export const storageSchema = z.enum(SLOT_NAMES);

/**
 * The keys of a check that name a fact source; a check has at most one. `read` is not among them, because its
 * answers are not facts in rows.
 */
export const sourceKeys = {
  code: z.enum(['contract', 'delegate', 'clone', 'destroyed', 'redeployed']).exactOptional(),
  storage: storageSchema.exactOptional(),
  log: logSchema.exactOptional(),
  log_state: logStateSchema.exactOptional(),
  frame: z
    .union([z.enum(['created', 'creation']), callSchema], {
      error: 'must be created, creation or { call: … }',
    })
    .exactOptional(),
  tx: z.enum(['signed', 'authorized']).exactOptional(),
  header: z.literal('beneficiary').exactOptional(),
  withdrawal: z.literal('received').exactOptional(),
};

export type LogText = z.infer<typeof logSchema>;
export type LogStateText = z.infer<typeof logStateSchema>;
