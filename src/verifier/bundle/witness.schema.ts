import { z } from 'zod';
import { address, hex, text } from './text.schema.js';

/** `view:1:<blockHash>:<address>:<data>` */
export const viewRef = text(
  /^view:1:0x[0-9a-f]{64}:0x[0-9a-f]{40}:0x([0-9a-f]{2})*$/,
  'a ref to a view call',
);

/** The same, or `delegation:1:<blockHash>:<address>`, and `:<selector>` where calls are named */
export const executedRef = text(
  /^(view:1:0x[0-9a-f]{64}:0x[0-9a-f]{40}:0x([0-9a-f]{2})*|delegation:1:0x[0-9a-f]{64}:0x[0-9a-f]{40}(:0x[0-9a-f]{8})?)$/,
  'a ref to a view call or a delegation',
);

/** What view calls at the end of one block read of its state. */
export const witnessSchema = z.strictObject({
  /** Whose rules hold in the block. */
  fork: text(/^[a-z][a-z0-9_]*$/, 'the name of a fork'),
  /** Of the tries of accounts and storages, each once, in the order of the first reading. */
  nodes: z.array(hex),
  /** The same of codes. */
  codes: z.array(hex),
  /** Headers of the blocks before, newest first, that hold the hashes that BLOCKHASH gave. */
  ancestors: z.array(hex).min(1).exactOptional(),
});

/** `frame:1:<blockHash>:<transaction>:<path>` */
export const frameRef = text(
  /^frame:1:0x[0-9a-f]{64}:(0|[1-9]\d{0,5}):([0-9a-f]{4}){1,1025}$/,
  'a ref to a frame',
);

/** What transactions of one block read of the state at the end of the block before, whose header comes first. */
export const executionWitnessSchema = witnessSchema.extend({ ancestors: z.array(hex).min(1) });

/** A frame that its transaction made, and that was not undone. */
export const frameResultSchema = z.strictObject({
  type: z.enum(['CALL', 'CREATE', 'CREATE2']),
  from: address,
  to: address,
  /** Indexes in the receipt of the logs that it emitted itself. */
  logs: z.array(z.int().min(0)),
});

/** How the calls were executed. */
export const executionSchema = {
  /** Package and version. */
  engine: text(/^[\x21-\x7e]{1,80}$/, 'a package with its version'),
  convention: text(/^[a-z0-9-]{1,40}$/, 'the name of a convention'),
};

/** How a view call ended. */
export const viewResultSchema = z.strictObject({ outcome: z.enum(['returned', 'reverted']), output: hex });

export type BundledWitness = z.infer<typeof witnessSchema>;
export type BundledViewResult = z.infer<typeof viewResultSchema>;
export type BundledExecution = z.infer<typeof executionWitnessSchema>;
export type BundledFrame = z.infer<typeof frameResultSchema>;
