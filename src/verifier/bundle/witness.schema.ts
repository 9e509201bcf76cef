import { z } from 'zod';
import { address, hex, text } from './text.schema.js';

/** `view:1:<blockHash>:<address>:<data>` */
export const viewRef = text(
  /^view:1:0x[0-9a-f]{64}:0x[0-9a-f]{40}:0x([0-9a-f]{2})*$/,
  'a ref to a view call',
);

/**
 * A `viewRef`, or `delegation:1:<blockHash>:<address>`, with `:<selector>` where the delegation is of calls
 * with this selector
 */
export const executedRef = text(
  /^(view:1:0x[0-9a-f]{64}:0x[0-9a-f]{40}:0x([0-9a-f]{2})*|delegation:1:0x[0-9a-f]{64}:0x[0-9a-f]{40}(:0x[0-9a-f]{8})?)$/,
  'a ref to a view call or a delegation',
);

/** The parts of the state at the end of one block that view calls read. */
export const witnessSchema = z.strictObject({
  /** The fork whose rules the block has. */
  fork: text(/^[a-z][a-z0-9_]*$/, 'the name of a fork'),
  /** Trie nodes of accounts and storages, each once, in the order in which they are first read. */
  nodes: z.array(hex),
  /** Codes, each once, in the order in which they are first read. */
  codes: z.array(hex),
  /** Headers of earlier blocks, newest first, that show the hashes that BLOCKHASH gave. */
  ancestors: z.array(hex).min(1).exactOptional(),
});

/** `frame:1:<blockHash>:<transaction>:<path>` */
export const frameRef = text(
  /^frame:1:0x[0-9a-f]{64}:(0|[1-9]\d{0,5}):([0-9a-f]{4}){1,1025}$/,
  'a ref to a frame',
);

/**
 * The parts of the state before a block that its transactions read. The first ancestor is the header of the
 * block before.
 */
export const executionWitnessSchema = witnessSchema.extend({ ancestors: z.array(hex).min(1) });

/** A frame of a transaction that was not reverted. */
export const frameResultSchema = z.strictObject({
  type: z.enum(['CALL', 'CREATE', 'CREATE2']),
  from: address,
  to: address,
  /** Indexes, in the receipt, of the logs that the frame itself emitted. */
  logs: z.array(z.int().min(0)),
});

/** How the calls were executed. */
export const executionSchema = {
  /** Package and version of the EVM. */
  engine: text(/^[\x21-\x7e]{1,80}$/, 'a package with its version'),
  convention: text(/^[a-z0-9-]{1,40}$/, 'the name of a convention'),
};

/** How a view call ended. */
export const viewResultSchema = z.strictObject({ outcome: z.enum(['returned', 'reverted']), output: hex });

export type BundledWitness = z.infer<typeof witnessSchema>;
export type BundledViewResult = z.infer<typeof viewResultSchema>;
export type BundledExecution = z.infer<typeof executionWitnessSchema>;
export type BundledFrame = z.infer<typeof frameResultSchema>;
