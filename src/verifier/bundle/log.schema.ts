import { z } from 'zod';
import { address, ascii, block, digest, text, word } from './text.schema.js';

const isBase64 = (encoded: string) => Buffer.from(encoded, 'base64').toString('base64') === encoded;
const base64 = z.string().refine(isBase64, 'must be base64');
const treeHash = text(/^[A-Za-z0-9+/]{43}=$/, '32 bytes in base64').refine(isBase64, 'must be base64');

/** Shows that a transparency log has the claim of a bundle. `README.md` describes its parts. */
export const logSchema = z.strictObject({
  /** The leaf of the batch: what was known about the claim at the end of the batch. */
  claim: z.strictObject({
    definition: ascii,
    subject: address,
    object: address.exactOptional(),
    start: block,
    /** Last block; absent if the claim still held at the end of the batch. */
    end: block.exactOptional(),
    proofHash: digest,
  }),
  /** Index of the leaf in its batch. */
  index: block,
  /** Hashes from the leaf upwards to the root of the batch. */
  path: z.array(treeHash).max(63),
  /** The entry of the log. Its leaf hash covers its canonical JSON. */
  entry: z.strictObject({
    type: z.literal('claims'),
    chainId: z.literal(1),
    definitionSet: digest,
    fromBlock: block,
    toBlock: block,
    toHash: word,
    claims: block,
    root: treeHash,
    coverage: digest,
    previous: treeHash.exactOptional(),
  }),
  /** A proof that the log has the entry: a file `c2sp.org/tlog-proof@v1`, in base64. */
  proof: base64,
});

export type BundledLog = z.infer<typeof logSchema>;
