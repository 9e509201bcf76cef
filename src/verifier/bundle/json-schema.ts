import { z } from 'zod';
import { bundleSchema } from './bundle.schema.js';
import { callBundleSchema } from './call-bundle.schema.js';

/**
 * JSON Schema (draft 2020-12) of the files that `chainproof-verify` reads. It describes their form; only the
 * levels show whether they are true.
 */
export const bundleJsonSchemas = (): Readonly<Record<'bundle' | 'call-bundle', object>> => ({
  bundle: jsonSchema('A proof bundle of Chainproof', bundleSchema),
  'call-bundle': jsonSchema('The bundle of a view call', callBundleSchema),
});

const jsonSchema = (title: string, schema: z.ZodType): object => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { $schema, title, ...rest };
};
