import type { AskedClaim, ExplanationReader } from '../../bundle/explanation.reader.js';
import type { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import type { OwnRefusal } from '../http/method/documented-method.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { notFound } from '../refusal/record-refusals.js';
import { consultedLists } from '../registry/consulted-list.dto.js';
import type { Registries } from '../registry/registries.js';
import { type ExplanationDto, explanationRecord } from './explanation.dto.js';

export const UNEXPLAINED: readonly OwnRefusal[] = [
  { code: 'not_found', reasons: [], when: 'There is no definition with this id.' },
  {
    ...UNCOVERED_BLOCK,
    when: 'The block is above the newest stored block, or below the first of the chain.',
  },
];

/** The explanation of a claim, alike for attributes and relations. */
export async function explained(
  explanations: ExplanationReader,
  registries: Registries,
  { firstBlock }: ChainBounds,
  claim: AskedClaim,
): Promise<ApiResponse<ExplanationDto>> {
  if (claim.block !== undefined) checkInChain(claim.block, firstBlock, 'block');
  const found = await explanations.of(claim);
  if (found === undefined) throw notFound('definition');
  const { id, subject, object } = claim;
  const lists = consultedLists(registries, [id], found.block, Date.now());
  const about = { lists, subject, attributeId: id, ...(object !== undefined && { object }) };
  return new ApiResponse(explanationRecord(about, found), found.block);
}
