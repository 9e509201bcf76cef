import { CHAIN_ID } from '../kernel/chain/chain-id.js';
import { serviceUnavailable } from '../kernel/refusal/record-refusals.js';
import type {
  ClaimInterval,
  ClaimKind,
  ClaimsAtBlockReader,
} from '../projection/history/claims-at-block.reader.js';
import { checkInChain, missingBlock } from './block/missing-block.js';
import type { ChainBounds } from './chain-bounds.js';
import { ApiResponse } from './http/api-response.js';

/** Claims of an address at a block: attributes and relations are answered alike but for their intervals. */
export async function claimsAtBlock<Interval>(
  reader: ClaimsAtBlockReader,
  { firstBlock }: ChainBounds,
  kind: ClaimKind,
  { address, block }: { readonly address: string; readonly block: number },
  record: (interval: ClaimInterval) => Interval,
) {
  checkInChain(block, firstBlock, 'block');
  const found = await reader.heldAt(kind, address, block, firstBlock);
  if (!found) throw serviceUnavailable();
  if (!('intervals' in found)) throw missingBlock(block, found);
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
