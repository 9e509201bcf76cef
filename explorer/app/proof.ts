import { trustedCheckpoint } from '../../src/verifier/trusted-checkpoint.js';
import { type Carried, carriedBy } from '../claim/carried.js';
import type { ClaimName } from './claim-text.js';
import { intervalsOf } from './intervals-of.js';
import { type Data, get, Refused } from './service.js';

export type ProofRecord = Data<'proofs/{proofHash}'>;
export type Bundle = Data<'addresses/{address}/attributes/{attributeId}/proof/bundle'>;

/** The proof of a claim, now or at the end of a block. */
export function proofOf({ address, id, counterpart }: ClaimName, block?: number): Promise<ProofRecord> {
  const query = block === undefined ? {} : { block };
  return counterpart === undefined
    ? get('addresses/{address}/attributes/{attributeId}/proof', { path: { address, attributeId: id }, query })
    : get('addresses/{address}/relations/{relationId}/{counterpart}/proof', {
        path: { address, relationId: id, counterpart },
        query,
      });
}

/** Where a proof carried its claim; undefined where that is not known. @throws Refused */
export async function carriedOf(proof: ProofRecord): Promise<Carried | undefined> {
  const name = { address: proof.subject, id: proof.attributeId, counterpart: proof.object };
  const intervals = await intervalsOf(name);
  const atAnEnd = carriedBy(proof, intervals, undefined);
  if (atAnEnd) return atAnEnd;
  const atReference = await proofOf(name, proof.referenceBlock).catch((error: unknown) => {
    // There is none, or whether there is one is not known.
    if (error instanceof Refused && [404, 422].includes(error.status)) return undefined;
    throw error;
  });
  return carriedBy(proof, intervals, atReference?.proofHash);
}

/**
 * The checkable file of a claim.
 *
 * @param checkpoint root of a beacon block that the reader trusts: the file then leads from it to recent blocks; empty for none
 * @throws Error for another text; Refused where the service has no way from there
 */
export async function bundleOf(
  { address, id, counterpart }: ClaimName,
  block: number | undefined,
  checkpoint: string,
): Promise<Bundle> {
  const root = checkpoint.trim();
  const query = {
    ...(block !== undefined && { block }),
    ...(root !== '' && { checkpoint: trustedCheckpoint(root) }),
  };
  return counterpart === undefined
    ? await get('addresses/{address}/attributes/{attributeId}/proof/bundle', {
        path: { address, attributeId: id },
        query,
      })
    : await get('addresses/{address}/relations/{relationId}/{counterpart}/proof/bundle', {
        path: { address, relationId: id, counterpart },
        query,
      });
}
