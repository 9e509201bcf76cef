import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import { BATCH_BLOCKS } from '../../domain/interval/log-batch.js';
import { checkpointOver, logProofText, parseLogProof } from '../../tlog/log-proof.js';
import { leafHash, verifyInclusion } from '../../tlog/merkle-tree.js';
import type { Note } from '../../tlog/signed-note.js';
import type { Bundle } from '../bundle/bundle.schema.js';
import type { BundledLog } from '../bundle/log.schema.js';
import type { Attestations } from '../evidence/attestation.js';
import type { EvidenceSource } from '../evidence/evidence-source.js';
import { demand, Refuted } from '../evidence/finding.js';

/** Whether a log that the reader trusts has the claim of a bundle. */
export type Logged =
  | {
      readonly outcome: 'shown';
      /** Name of the log, index of the entry, and number of entries that the checkpoint covers. */
      readonly origin: string;
      readonly entry: number;
      readonly size: number;
      /** Witnesses of the policy that cosigned, with the times of their cosignatures in Unix seconds. */
      readonly cosigned: ReadonlyMap<string, number>;
    }
  | { readonly outcome: 'not shown'; readonly reason: string };

/** Decides whether the reader trusts a signed checkpoint. @throws Error that says what the note lacks */
export type TrustedLog = (note: Note) => { readonly cosigned: ReadonlyMap<string, number> };

/**
 * V5: the claim is a leaf of a batch, the root of the batch is in an entry of the log, and a checkpoint that
 * the reader trusts covers the entry.
 *
 * @param trusted without it the result is `not shown`, but a proof of a log that contradicts itself is
 * refuted
 * @param attestations collects that no later entry ends the claim, that no later evidence contradicts it, and
 * that others see this log where no witness says so
 * @throws Refuted
 */
export function checkLog(
  bundle: Bundle,
  trusted: TrustedLog | undefined,
  source: EvidenceSource,
  attestations: Attestations,
): Logged {
  const { log } = bundle;
  if (log === undefined) {
    demand(trusted === undefined, 'the log', 'the bundle has no proof of a log');
    return { outcome: 'not shown', reason: 'the bundle has no proof of a log' };
  }
  checkClaim(bundle, log);
  checkBatch(log, source);
  const place = 'the proof of the log';
  const text = Buffer.from(log.proof, 'base64').toString('utf8');
  const proof = checked(place, () => parseLogProof(text));
  demand(logProofText(proof) === text, place, 'it has more than a proof needs');
  const { note, origin, size } = checked(place, () =>
    checkpointOver(proof, Buffer.from(canonicalJson(log.entry))),
  );
  if (log.claim.end === undefined && bundle.block > log.entry.toBlock)
    attestations.add(
      'logged',
      bundle.proof,
      `that no later entry of ${origin} ends it between block ${log.entry.toBlock} and block ${bundle.block}`,
    );
  if (trusted === undefined)
    return { outcome: 'not shown', reason: `no key of ${origin} was given to compare with (--log)` };
  const { cosigned } = checked('the checkpoint', () => trusted(note));
  attestations.add(
    'logged',
    bundle.proof,
    `that evidence which came after the entry does not contradict it: until its definitions change, ${origin} has no entry for that`,
  );
  if (cosigned.size === 0)
    attestations.add(
      'witnessed',
      bundle.proof,
      `that ${origin} shows this entry to others: no witness cosigned it, and its key can sign another log for each reader`,
    );
  return { outcome: 'shown', origin, entry: proof.index, size, cosigned };
}

/** @throws Refuted unless the logged claim is that of the bundle and holds at its block */
function checkClaim({ proof, proofs, block }: Bundle, { claim }: BundledLog): void {
  const { attributeId, subject, object } = proofs[proof]!;
  const place = 'the logged claim';
  demand(claim.proofHash === proof, place, 'it has another proof');
  demand(
    claim.definition === attributeId && claim.subject === subject && claim.object === object,
    place,
    'it is another claim',
  );
  demand(claim.start <= block, place, `it began at block ${claim.start}`);
  demand(claim.end === undefined || claim.end >= block, place, `it ended at block ${claim.end}`);
}

/** @throws Refuted unless the claim is a leaf of the batch */
function checkBatch({ claim, index, path, entry }: BundledLog, source: EvidenceSource): void {
  const place = 'the batch';
  const { fromBlock, toBlock, toHash, claims: size } = entry;
  const isWithin = (block: number) => block >= fromBlock && block <= toBlock;
  demand(
    fromBlock % BATCH_BLOCKS === 0 && toBlock === fromBlock + BATCH_BLOCKS - 1,
    place,
    'it has other blocks than batches have',
  );
  demand(
    isWithin(claim.start) || (claim.end !== undefined && isWithin(claim.end)),
    place,
    'the claim neither begins nor ends in its blocks',
  );
  demand(claim.end === undefined || claim.end <= toBlock, place, 'it says what comes after its blocks');
  const known = source.blocks.hashOf(toBlock);
  demand(known === undefined || known === toHash, place, 'its last block is not that of the bundle');
  checked(place, () =>
    verifyInclusion(
      leafHash(Buffer.from(canonicalJson(claim))),
      { index, size, root: Buffer.from(entry.root, 'base64') },
      path.map((hash) => Buffer.from(hash, 'base64')),
    ),
  );
}

function checked<T>(place: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw new Refuted(place, (error as Error).message);
  }
}
