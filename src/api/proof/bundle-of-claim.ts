import type { ProofBundleReader } from '../../bundle/proof-bundle.reader.js';
import type { Claim, ClaimProofReader } from '../../claims/claim-proof.reader.js';
import { digestText } from '../../domain/canonical/canonical-json.js';
import type { Hash } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { rethrowWithCheckpoint } from '../refusal/checkpoint-refusals.js';
import type { ProofBundleDto } from './proof-bundle.dto.js';

/** The text about bundles in the reference of both methods. */
export const ABOUT_BUNDLE =
  ' It is the file that `proof export` writes, for `chainproof-verify`. Most files have 20 kB, a few have ' +
  'megabytes, and some take seconds to make. While too many bundles are in progress, the answer is 503.';

/**
 * The bundle of the proof that carries a claim.
 * @param block by default the highest evaluated
 * @param checkpoint root of a beacon block that the reader of the bundle trusts
 */
export async function bundleOfClaim(
  proofs: ClaimProofReader,
  bundles: ProofBundleReader,
  { firstBlock }: ChainBounds,
  claim: Claim,
  block: number | undefined,
  checkpoint: Hash | undefined,
): Promise<ApiResponse<ProofBundleDto>> {
  if (block !== undefined) checkInChain(block, firstBlock, 'block');
  const { proof, coverageBlock } = await proofs.ofClaim(claim, block, firstBlock);
  const { id, subject, object } = claim;
  const { proofHash } = proof.beside;
  const asOfBlock = block ?? coverageBlock;
  const ends = { subject, ...(object !== undefined && { object }) };
  const bundle = await bundles
    .textOf({ id, ...ends, block: asOfBlock, proofHash }, checkpoint)
    .catch(rethrowWithCheckpoint);
  return new ApiResponse(
    {
      chainId: CHAIN_ID,
      subject,
      attributeId: id,
      ...(object !== undefined && { object }),
      block: asOfBlock,
      proofHash,
      bundleHash: digestText(bundle),
      bundle,
    },
    asOfBlock,
  );
}
