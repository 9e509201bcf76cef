import { z } from 'zod';
import { hexText } from '../../definition/schema/text.schema.js';
import { finalitySchema } from './finality.schema.js';
import { executionSchema, viewRef, viewResultSchema, witnessSchema } from './witness.schema.js';

export const CALL_FORMAT = 'chainproof-call-1';

/** One view call with everything that is needed to execute it again; `src/verifier/README.md` describes its parts. */
export const callBundleSchema = z.strictObject({
  format: z.literal(CALL_FORMAT),
  /** The call, and the block at whose end it was made. */
  call: viewRef,
  ...executionSchema,
  /** RLP of the block's header. */
  header: hexText(/^0x([0-9a-f]{2})+$/, '0x and lower-case hex of whole bytes'),
  result: viewResultSchema,
  witness: witnessSchema,
  /** Proof that the header is Ethereum's, as `.ere` files hold it: `rlp([type, SSZ])`. */
  canonicity: hexText(/^0x([0-9a-f]{2})+$/, '0x and lower-case hex of whole bytes').exactOptional(),
  /** That its block is final. */
  finality: finalitySchema.exactOptional(),
});

export type CallBundle = z.infer<typeof callBundleSchema>;
