import type { Claim, ClaimProofReader } from '../../claims/claim-proof.reader.js';
import type { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import type { OwnRefusal } from '../http/method/documented-method.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { type ProofDto, proofRecord } from './proof.dto.js';

/** Refusals of a method about the proof of a claim. @param what what is to be proven */
export const unproven = (what: string): readonly OwnRefusal[] => [
  {
    code: 'not_found',
    reasons: [],
    when: `${what} was not proven of the address at the block, or has no definition; the message says which.`,
  },
  {
    ...UNCOVERED_BLOCK,
    when: 'The block lies above the highest evaluated, or in blocks for which the claim could not be evaluated.',
  },
];

/**
 * The proof of a claim, alike for attributes and relations.
 * @param block by default the highest evaluated
 */
export async function claimProof(
  reader: ClaimProofReader,
  { firstBlock }: ChainBounds,
  claim: Claim,
  block: number | undefined,
): Promise<ApiResponse<ProofDto>> {
  if (block !== undefined) checkInChain(block, firstBlock, 'block');
  const { proof, coverageBlock } = await reader.ofClaim(claim, block, firstBlock);
  return new ApiResponse(proofRecord(proof), block ?? coverageBlock);
}
