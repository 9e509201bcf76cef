import { z } from 'zod';
import type { FactSource } from '../../definition/model/fact-source.js';
import { countedEntry } from '../../definition/schema/binding.schema.js';
import { definitionSchema } from '../../definition/schema/definition.schema.js';
import { definitionId, version } from '../../definition/schema/text.schema.js';
import type { Hash } from '../../domain/chain/hex.js';
import { finalitySchema } from './finality.schema.js';
import { logSchema } from './log.schema.js';
import { address, addressKey, ascii, block, digest, hex, text, word, wordKey } from './text.schema.js';
import {
  executedRef,
  executionSchema,
  executionWitnessSchema,
  frameRef,
  frameResultSchema,
  viewResultSchema,
  witnessSchema,
} from './witness.schema.js';

const index = text(/^(0|[1-9]\d{0,5})$/, 'an index in decimal');
const definitionVersion = text(/^\d+\.\d+\.\d+\+sha256\.[0-9a-f]{64}$/, 'a definition version');
const ref = text(
  /^(log|tx|withdrawal|header|frame|code|slot|read|view|delegation|binding):[\x21-\x7e]+$/,
  'an evidence ref',
);

const stated = z.union([
  z.string(),
  z.int(),
  z.literal(true),
  z.array(z.string()),
  z.strictObject({ binding: ascii }),
]);
const result = z.strictObject({
  id: ascii,
  operator: ascii,
  expected: stated,
  observed: stated,
  evidence: z.array(ref).exactOptional(),
});

/** The hashed fields of a proof. */
export const proofSchema = z.strictObject({
  attributeId: definitionId,
  bindingVersions: z.record(ascii, ascii),
  chainId: z.literal(1),
  definitionVersion,
  dependencyProofRefs: z.array(digest),
  evaluatorVersion: ascii,
  factResults: z.array(result),
  failureReasonCodes: z.array(z.never()),
  negativeControlResults: z.array(result),
  object: address.exactOptional(),
  referenceBlock: block,
  referenceBlockHash: word,
  result: z.literal('pass'),
  selectedFamilyId: ascii,
  sourceEvidenceRefs: z.array(ref),
  subject: address,
  value: ascii.exactOptional(),
});

/**
 * A fact source. Here it is only checked to be an object. `checkRules` refuses every source that does not
 * have the canonical JSON of one of the rule, before anything reads it.
 */
const factSource = z.record(z.string(), z.any()).pipe(z.custom<FactSource>());

/**
 * What the service states about the end of the bundle's block for one proof: the facts, claims and call
 * results on which the proof depends.
 */
const statementSchema = z.strictObject({
  rangeStart: block,
  holdings: z.array(
    z.strictObject({
      address,
      source: factSource,
      key: ascii,
      value: z.union([ascii, z.record(ascii, ascii)]),
      start: block,
      evidence: z.array(ref).min(1),
      tx: ref.exactOptional(),
    }),
  ),
  formerly: z.array(
    z.strictObject({
      address,
      source: factSource,
      key: ascii.exactOptional(),
      last: block,
    }),
  ),
  claims: z.array(z.strictObject({ proof: digest, intervalStart: block })),
  lapsed: z.array(z.strictObject({ id: definitionId, address, last: block })),
  answers: z.array(
    z.strictObject({ address, call: hex, since: block, block, output: hex.exactOptional(), evidence: ref }),
  ),
  digest,
});

const trieItem = z.array(hex).min(1);
const items = z.record(index, trieItem).exactOptional();

const blockSchema = z.strictObject({
  header: hex,
  transactions: items,
  receipts: items,
  withdrawals: items,
  accounts: z
    .record(
      addressKey,
      z.strictObject({
        proof: trieItem,
        code: hex.exactOptional(),
        slots: z.record(wordKey, z.array(hex)).exactOptional(),
      }),
    )
    .exactOptional(),
  /** The state that view calls of this block read. */
  witness: witnessSchema.exactOptional(),
  /**
   * The state that executed transactions of this block read. Its first header is of the block before, and has
   * the state root.
   */
  execution: executionWitnessSchema.exactOptional(),
  /** RLP of the block's access list (EIP-7928), where code or slots rest on it. */
  accessList: hex.exactOptional(),
  /** Proof that the header is Ethereum's, as `.ere` files hold it: `rlp([type, SSZ])`. */
  canonicity: hex.exactOptional(),
});

const attestedSchema = z.union([
  z.strictObject({
    kind: z.literal('frame'),
    type: z.enum(['CALL', 'CREATE', 'CREATE2']),
    from: address,
    to: address,
    digest,
  }),
  z.strictObject({ kind: z.literal('code'), code: hex.exactOptional(), digest }),
  z.strictObject({ kind: z.literal('slot'), word, digest }),
  z.strictObject({ kind: z.literal('read'), output: hex.exactOptional(), digest }),
  z.strictObject({ kind: z.enum(['view', 'delegation']), output: hex, digest }),
]);

/** Exactly the content that the digest of a registry covers. */
const bundledBindingSchema = z.strictObject({
  versions: z.array(z.strictObject({ version, validFrom: block })).min(1),
  entries: z.array(countedEntry),
  digest,
});

const unchecked = z.strictObject({
  /**
   * The second format adds evidence that something still existed at the end of the bundle's block. The third
   * format adds executed view calls.
   */
  format: z.enum(['chainproof-bundle-1', 'chainproof-bundle-2', 'chainproof-bundle-3']),
  /** Hash of the proof that the bundle is about. */
  proof: digest,
  /** The claim holds at the end of this block. */
  block,
  proofs: z.record(digest, proofSchema),
  definitions: z.record(
    definitionVersion,
    definitionSchema.pick({ id: true, kind: true, families: true }).strict(),
  ),
  bindings: z.record(ascii, bundledBindingSchema),
  statements: z.record(digest, statementSchema),
  blocks: z.record(wordKey, blockSchema),
  attested: z.record(ref, attestedSchema),
  /** Executed view calls, by ref. */
  views: z
    .strictObject({ ...executionSchema, results: z.record(executedRef, viewResultSchema) })
    .exactOptional(),
  /** Frames of executed transactions, by ref. */
  frames: z
    .strictObject({ engine: executionSchema.engine, results: z.record(frameRef, frameResultSchema) })
    .exactOptional(),
  /** Shows that a transparency log has the claim. */
  log: logSchema.exactOptional(),
  /** Shows that blocks of the bundle are final. */
  finality: finalitySchema.exactOptional(),
});

/** A proof bundle; `src/verifier/README.md` describes its parts. */
export const bundleSchema = unchecked.refine(
  ({ format, views }) => (format === 'chainproof-bundle-3') === (views !== undefined),
  'only the third format has view calls',
);

export type Bundle = z.infer<typeof bundleSchema>;
export type BundledProof = z.infer<typeof proofSchema>;
export type Statement = z.infer<typeof statementSchema>;
export type BundledBlock = z.infer<typeof blockSchema>;
export type BundledBinding = z.infer<typeof bundledBindingSchema>;
export type BundledRule = Bundle['definitions'][string];
export type Attested = z.infer<typeof attestedSchema>;
export type StatedHolding = Statement['holdings'][number];

/** Hashes of the blocks, in the order of the file. */
export function blockHashes({ blocks }: Pick<Bundle, 'blocks'>): readonly Hash[] {
  return Object.keys(blocks) as Hash[];
}
