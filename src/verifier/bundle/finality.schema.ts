import { z } from 'zod';
import { bytes } from './text.schema.js';

/**
 * Shows that sync committees saw a block as final whose ancestors are blocks of the bundle. `README.md`
 * describes its parts.
 */
export const finalitySchema = z.strictObject({
  /** SSZ of the `LightClientBootstrap` of the beacon block at which the light client begins. */
  bootstrap: bytes,
  /**
   * SSZ of a `LightClientUpdate` for each sync committee period from there to the last. Each leads to the
   * next committee.
   */
  updates: z.array(bytes),
  /** SSZ of the `LightClientFinalityUpdate`. */
  update: bytes,
  /** RLP of headers, newest first: of the final block down to the child of a block of the bundle. */
  ancestors: z.array(bytes),
});

export type BundledFinality = z.infer<typeof finalitySchema>;
