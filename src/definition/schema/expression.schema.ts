import { z } from 'zod';
import { bindingId } from './text.schema.js';

/** An expression as files have it. */
export type ExpressionText = string | { readonly namehash: ExpressionText } | { readonly entry: string };

const MUST_BE =
  'must be an expression: subject, object, the id of an earlier check, that with .field, { namehash: … } or { entry: … }';

export const expressionSchema: z.ZodType<ExpressionText> = z
  .union(
    [
      z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-zA-Z0-9_]*)?$/, MUST_BE),
      z.strictObject({
        get namehash() {
          return expressionSchema;
        },
      }),
      z.strictObject({ entry: bindingId }),
    ],
    { error: MUST_BE },
  )
  .meta({ id: 'expression', description: 'A value that a check can be compared with' });
