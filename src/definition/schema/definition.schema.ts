import { z } from 'zod';
import { expressionSchema } from './expression.schema.js';
import { predicateSchema } from './predicate.schema.js';
import { bindingId, day, definitionId, localId, sentence, version } from './text.schema.js';

const familySchema = z
  .strictObject({
    id: localId,
    facts: z.array(predicateSchema).min(1),
    negativeControls: z.array(predicateSchema).exactOptional(),
    value: expressionSchema.exactOptional(),
    object: expressionSchema.exactOptional(),
  })
  .meta({ id: 'family', description: 'One way of proving it' });

/** A definition file, `<family>/<name>.yaml`. */
export const definitionSchema = z
  .strictObject({
    id: definitionId,
    version,
    published: day,
    kind: z.enum(['attribute', 'relation']),
    title: sentence,
    means: sentence,
    dependsOn: z.array(definitionId).exactOptional(),
    bindings: z.array(bindingId).exactOptional(),
    families: z.array(familySchema).min(1),
  })
  .meta({ id: 'definition', description: 'What one attribute or relation means' });

export type DefinitionText = z.infer<typeof definitionSchema>;
export type FamilyText = z.infer<typeof familySchema>;
