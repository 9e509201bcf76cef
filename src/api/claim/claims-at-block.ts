import type { ClaimInterval, ClaimKind, ClaimsAtBlockReader } from '../../claims/claims-at-block.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { checkInChain } from '../refusal/check-in-chain.js';

/** Claims of an address at a block: attributes and relations are answered alike but for their intervals. */
export async function claimsAtBlock<Interval>(
  reader: ClaimsAtBlockReader,
  { firstBlock }: ChainBounds,
  kind: ClaimKind,
  { address, block }: { readonly address: Address; readonly block: number },
  record: (interval: ClaimInterval) => Interval,
) {
  checkInChain(block, firstBlock, 'block');
  const found = await reader.heldAt(kind, address, block, firstBlock);
  const { coverageBlock, intervals, coveredFamilies, isKnown } = found;
  return new ApiResponse(
    {
      chainId: CHAIN_ID,
      address,
      block,
      coverageBlock,
      intervals: intervals.map(record),
      coveredFamilies,
      addressKnown: isKnown,
    },
    block,
  );
}
