import { z } from 'zod';
import { SLOT_NAMES } from '../catalog/fact-source.js';

const UNQUOTED = 'is not text: quote every 0x…';
const text = (pattern: RegExp, mustBe: string) =>
  z.string({ error: UNQUOTED }).regex(pattern, `must be ${mustBe}`);

export const name = text(/^[a-z][a-z0-9_]*$/, 'a name in lower case');
export const definitionId = text(/^[a-z0-9_]+(:[a-z0-9_]+)+$/, 'an id such as family:name');
export const bindingId = text(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'the id of a binding');
export const version = text(/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/, 'a version such as 1.0.0');
export const day = text(/^\d{4}-\d{2}-\d{2}$/, 'a day such as 2026-11-21');
export const word = text(/^0x[0-9a-f]{64}$/, '32 bytes in lower-case hex');
const selector = text(/^0x[0-9a-f]{8}$/, 'four bytes in lower-case hex');
const sentence = z
  .string()
  .min(1)
  .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII');
const pick = text(
  /^((topic[1-3]|word\d{1,2})(\.address)?|emitter|text|credentials\.address)$/,
  'a pick such as topic1, word0.address, emitter, text or credentials.address',
);
const listPick = text(
  /^(each:word\d{1,2}\.address|(topic[1-3]|word\d{1,2})(\.address)?|emitter|credentials\.address)$/,
  'a pick such as topic1.address or each:word0.address',
);
const subjectPick = text(
  /^((topic[1-3]|word\d{1,2})\.address|emitter|credentials\.address|reverse_node)$/,
  'a pick of an address',
);

type ExpressionText = string | { readonly namehash: ExpressionText } | { readonly entry: string };

/** `subject`, `object`, `<check>`, `<check>.<field>`, `{namehash: …}` or `{entry: <binding>}`. */
const expression: z.ZodType<ExpressionText> = z.lazy(() =>
  z.union([
    text(/^[a-z][a-z0-9_]*(\.[a-zA-Z][a-zA-Z0-9_]*)?$/, 'an expression'),
    z.strictObject({ namehash: expression }),
    z.strictObject({ entry: bindingId }),
  ]),
);

const count = z.int().min(0);

const shape = {
  topic0: word,
  topics: z.int().min(1).max(4),
  dataLength: count.optional(),
  decodes: z.enum(['equal_arrays', 'text']).optional(),
  where: z.record(pick, z.string()).optional(),
};

const emitter = z.union([z.enum(['subject', 'any']), z.strictObject({ binding: bindingId })]);

const log = z.strictObject({
  ...shape,
  emitter: emitter.optional(),
  subject: subjectPick.optional(),
  key: z.array(listPick).min(1).optional(),
  outsideCreation: z.literal(true).optional(),
  createdByEmitter: z.literal(true).optional(),
  fields: z.record(name, pick).optional(),
});

const logState = z.strictObject({
  emitter: emitter.optional(),
  subject: subjectPick.optional(),
  key: z.array(listPick).min(1).optional(),
  events: z
    .array(
      z.strictObject({
        ...shape,
        key: z.array(listPick).min(1).optional(),
        value: z.union([z.enum(['true', 'cleared']), pick]),
      }),
    )
    .min(1),
});

const call = z.strictObject({
  to: bindingId,
  log: z.strictObject(shape),
  key: z.enum(['to.address', 'credentials.address']),
});

const base = { id: name, description: sentence.optional() };

const sources = {
  code: z.enum(['contract', 'delegate', 'clone', 'destroyed', 'redeployed']).optional(),
  storage: z.enum(SLOT_NAMES).optional(),
  log: log.optional(),
  log_state: logState.optional(),
  frame: z.union([z.enum(['created', 'creation']), z.strictObject({ call })]).optional(),
  tx: z.enum(['signed', 'authorized']).optional(),
  header: z.enum(['beneficiary']).optional(),
  withdrawal: z.enum(['received']).optional(),
};
export const SOURCE_KEYS = Object.keys(sources) as (keyof typeof sources)[];

const where = { at: expression.optional(), atKey: expression.optional() };
const read = z.strictObject({
  call: text(/^[a-zA-Z][a-zA-Z0-9]*\(\)$/, 'a signature without parameters'),
  returns: z.enum(['text', 'address']),
  after: name,
});

const compared = { of: expression, expected: z.string().optional(), with: expression.optional() };

export const check = z.discriminatedUnion('operator', [
  z.strictObject({ ...base, operator: z.literal('holds'), dep: definitionId, of: expression.optional() }),
  z.strictObject({
    ...base,
    operator: z.literal('absent'),
    dep: definitionId.optional(),
    of: expression.optional(),
    ...sources,
    ...where,
  }),
  z.strictObject({ ...base, operator: z.literal('exists'), ...sources, ...where, read: read.optional() }),
  z.strictObject({
    ...base,
    operator: z.literal('latest'),
    log_state: logState,
    ...where,
    expected: z.string(),
  }),
  z.strictObject({ ...base, operator: z.literal('eq'), ...compared }),
  z.strictObject({ ...base, operator: z.literal('neq'), ...compared }),
  z.strictObject({ ...base, operator: z.literal('in'), of: expression, binding: bindingId }),
  z.strictObject({ ...base, operator: z.literal('not_in'), of: expression, binding: bindingId }),
  z.strictObject({
    ...base,
    operator: z.literal('gte'),
    of: expression,
    expected: z.string().regex(/^\d+$/),
  }),
  z.strictObject({
    ...base,
    operator: z.literal('lte'),
    of: expression,
    expected: z.string().regex(/^\d+$/),
  }),
  z.strictObject({
    ...base,
    operator: z.literal('prefix'),
    of: expression,
    expected: z.string().startsWith('0x'),
  }),
  z.strictObject({ ...base, operator: z.literal('length'), of: expression, expected: count }),
  z.strictObject({
    ...base,
    operator: z.literal('selectors_all'),
    expected: z.array(selector).min(1),
    at: expression.optional(),
  }),
  z.strictObject({ ...base, operator: z.literal('selectors_none'), expected: z.array(selector).min(1) }),
  z.strictObject({ ...base, operator: z.literal('slot_address'), storage: z.enum(SLOT_NAMES), ...where }),
  z.strictObject({ ...base, operator: z.literal('code_hash_in'), binding: bindingId }),
  z.strictObject({ ...base, operator: z.literal('fingerprint_in'), binding: bindingId }),
  z.strictObject({ ...base, operator: z.literal('same_tx'), of: expression, with: expression }),
  z.strictObject({ ...base, operator: z.literal('log_within_frame'), frame: z.strictObject({ call }) }),
  z.strictObject({
    ...base,
    operator: z.literal('imitates'),
    of: z.array(expression).min(1),
    binding: bindingId,
  }),
]);
export type CheckText = z.infer<typeof check>;
export type { ExpressionText };

const family = z.strictObject({
  id: name,
  facts: z.array(check).min(1),
  negativeControls: z.array(check).optional(),
  object: expression.optional(),
  value: expression.optional(),
});
export type FamilyText = z.infer<typeof family>;

/** A definition as it is written. */
export const definitionFile = z.strictObject({
  id: definitionId,
  version,
  published: day,
  kind: z.enum(['attribute', 'relation']),
  title: sentence,
  means: sentence,
  dependsOn: z.array(definitionId).default([]),
  bindings: z.array(bindingId).default([]),
  families: z.array(family).min(1),
});
export type DefinitionText = z.infer<typeof definitionFile>;
