import { z } from 'zod';
import { finalitySchema } from './finality.schema.js';
import { bytes } from './text.schema.js';
import { executionSchema, viewRef, viewResultSchema, witnessSchema } from './witness.schema.js';

export const CALL_FORMAT = 'chainproof-call-1';

/**
 * A view call with everything that is needed to execute it again. `src/verifier/README.md` describes its
 * parts.
 */
export const callBundleSchema = z.strictObject({
  format: z.literal(CALL_FORMAT),
  /** Ref of the call, which names the block at whose end it was executed. */
  call: viewRef,
  ...executionSchema,
  /** RLP of the block's header. */
  header: bytes,
  result: viewResultSchema,
  witness: witnessSchema,
  /** Proof that the header is Ethereum's, as `.ere` files hold it: `rlp([type, SSZ])`. */
  canonicity: bytes.exactOptional(),
  /** Shows that the block is final. */
  finality: finalitySchema.exactOptional(),
});

export type CallBundle = z.infer<typeof callBundleSchema>;
