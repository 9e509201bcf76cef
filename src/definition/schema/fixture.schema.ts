import { z } from 'zod';
import {
  address,
  ascii,
  bindingId,
  blockNumber,
  bytes,
  definitionId,
  localId,
  sentence,
} from './text.schema.js';

const evidence = ascii;
const holding = { start: blockNumber, end: blockNumber.exactOptional() };

/** A check by its id, or by `family.check` where families use one id for several sources. */
const named = z
  .string()
  .regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/, 'must be the id of a check, or family.check');

const factSchema = z.strictObject({
  check: named,
  ...holding,
  value: z
    .union([ascii, z.record(z.string(), ascii)], { error: 'must be text, or a mapping of texts' })
    .exactOptional(),
  key: bytes.exactOptional(),
  of: address.exactOptional(),
  evidence: z
    .union([evidence, z.array(evidence)], { error: 'must be an evidence ref, or a list of them' })
    .exactOptional(),
});

const depSchema = z
  .strictObject({
    dep: definitionId,
    of: address.exactOptional(),
    start: blockNumber.exactOptional(),
    end: blockNumber.exactOptional(),
    referenceBlock: blockNumber.exactOptional(),
    value: ascii.exactOptional(),
    unknown: z.literal(true).exactOptional(),
  })
  .refine(
    (dep) =>
      dep.unknown ? Object.keys(dep).every((key) => ['dep', 'of', 'unknown'].includes(key)) : 'start' in dep,
    'needs start, or unknown: true and neither start, end, referenceBlock nor value',
  );

const entrySchema = z.strictObject({
  binding: bindingId,
  key: bytes,
  from: blockNumber.exactOptional(),
  until: blockNumber.exactOptional(),
  fields: z.record(z.string(), ascii).exactOptional(),
});

const claimSchema = z.strictObject({
  family: localId,
  value: ascii.exactOptional(),
  object: address.exactOptional(),
  referenceBlock: blockNumber,
  witnesses: z.array(evidence),
});

/** A fixture file, `<family>/<name>.fixture.yaml`. */
export const fixtureSchema = z
  .array(
    z.strictObject({
      name: sentence,
      verdict: z.enum(['proven', 'notProven', 'undecided']),
      block: blockNumber,
      range: z
        .tuple([blockNumber, blockNumber], { error: 'must be [first block, last block]' })
        .exactOptional(),
      subject: address.exactOptional(),
      older: z.literal(true).exactOptional(),
      facts: z.array(factSchema).exactOptional(),
      unknown: z.array(named).exactOptional(),
      deps: z.array(depSchema).exactOptional(),
      bindings: z.array(entrySchema).exactOptional(),
      claims: z.array(claimSchema).exactOptional(),
    }),
  )
  .meta({ id: 'fixture', description: 'Cases of one definition' });

export type FixtureText = z.infer<typeof fixtureSchema>;
