import { z } from 'zod';
import { bindingSchema } from './binding.schema.js';
import { definitionSchema } from './definition.schema.js';
import { fixtureSchema } from './fixture.schema.js';

/** `definitions/schema.json`: JSON Schema of every kind of file in `definitions/`, for editors and readers. */
export function jsonSchemaText(): string {
  const any = z.union([definitionSchema, fixtureSchema, bindingSchema]);
  return `${JSON.stringify(z.toJSONSchema(any), null, 2)}\n`;
}
