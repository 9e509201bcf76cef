import { z } from 'zod';
import { bytes } from './text.schema.js';

/** That sync committees saw a block as final which has those of the bundle before it; `README.md` describes its parts. */
export const finalitySchema = z.strictObject({
  /** SSZ of a `LightClientBootstrap`: of the beacon block that is begun with. */
  bootstrap: bytes,
  /** SSZ of a `LightClientUpdate` for each period from then to the last, which lead from committee to committee. */
  updates: z.array(bytes),
  /** SSZ of the `LightClientFinalityUpdate`. */
  update: bytes,
  /** RLP of the header of the final block, and of those before it down to the child of a block of the bundle. */
  ancestors: z.array(bytes),
});

export type BundledFinality = z.infer<typeof finalitySchema>;
