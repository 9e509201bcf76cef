import { expect } from '@jest/globals';
import type { Pool } from 'pg';
import type { Hex } from 'viem';
import { type ExportedProof, ProofExporter } from '../../src/bundle/proof-exporter.js';
import { FIRST_BLOCK } from '../../src/demo/genesis/first-block.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { AccountProofs } from '../../src/node/execution/account-proofs.js';
import { type NestedCall, nestedCallFrames } from '../../src/node/trace/nested-call-frames.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { FRAME_LIES } from '../integration/lying-node/frame-lies.js';
import type { NodeAnswers } from '../integration/lying-node/node-answers.js';
import { CLAIM_LIES, type ClaimLie } from './claim-lies.js';

/** Lies about frames, most of which only execution detects, then lies about claims. */
export const BUNDLE_LIES: readonly ClaimLie[] = [
  ...FRAME_LIES.map((lie) => ({
    ...lie,
    isOptional: true,
    tell: (answers: NodeAnswers) => lie.tell(answers),
  })),
  ...CLAIM_LIES.filter(({ isHidden }) => !isHidden),
];

interface BegunClaim {
  /** Of its definition. */
  readonly id: string;
  readonly subject: Address;
}

interface Segment extends BegunClaim {
  readonly proofHash: string;
  /** The claim in the form of `claimsAt`. */
  readonly claim: string;
}

const BEGUN = `
SELECT number.id, '0x' || encode(subject, 'hex') AS subject, 'sha256:' || encode(proof_hash, 'hex') AS "proofHash",
       concat_ws(' ', number.id, subject, object, value) AS claim
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND start_block = $1 ORDER BY 1, 2, 3`;

/** Bundles, with executed frames, of all or of some claims that begin in a block. The node provides the state proofs. */
export function exportedAt(
  pool: Pool,
  nodeUrl: string,
  block: number,
  isWanted: (claim: BegunClaim) => boolean = () => true,
): Promise<{ readonly claim: string; readonly exported: ExportedProof }[]> {
  const nodes = new AccountProofs([nodeUrl]);
  return inTransaction(
    pool,
    async (tx) => {
      const { rows } = await tx.query<Segment>(BEGUN, [block]);
      const exporter = await ProofExporter.open(tx, { firstBlock: FIRST_BLOCK, isDemo: true }, nodes);
      const found: { readonly claim: string; readonly exported: ExportedProof }[] = [];
      for (const { claim, ...row } of rows.filter(isWanted))
        found.push({ claim, exported: await exporter.export({ ...row, block }, true) });
      return found;
    },
    { isolation: 'repeatable read' },
  ).finally(() => nodes.close());
}

/** Expects the bundles of some claims that begin in these blocks to verify. @returns their number */
export async function expectShown(
  pool: Pool,
  nodeUrl: string,
  [first, last]: readonly [first: number, last: number],
  isWanted: (claim: BegunClaim) => boolean,
): Promise<number> {
  let shown = 0;
  for (let block = first; block <= last; block++)
    for (const { claim, exported } of await exportedAt(pool, nodeUrl, block, isWanted)) {
      const { outcome } = await verifyBundle(exported.text, published());
      expect([claim, outcome]).toEqual([claim, 'verified']);
      shown++;
    }
  return shown;
}

/** The frames of a block by their evidence references, as a node traced them. */
export function framesOf(hash: Hex, { traces }: NodeAnswers): ReadonlyMap<string, object> {
  return new Map(
    traces.flatMap(({ result }, index) =>
      nestedCallFrames(result as unknown as NestedCall, false).map(({ path, type, from, to }) => [
        `frame:1:${hash}:${index}:${path.toString('hex')}`,
        { type, from: toHex(from), to: to && toHex(to) },
      ]),
    ),
  );
}
