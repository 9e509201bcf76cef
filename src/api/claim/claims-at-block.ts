import type {
  ClaimInterval,
  ClaimKind,
  ClaimsAtBlock,
  ClaimsAtBlockReader,
} from '../../claims/claims-at-block.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { checkInChain } from '../refusal/check-in-chain.js';

interface AskedClaims {
  readonly address: Address;
  readonly block: number;
}

/**
 * Claims of an address at a block. Attributes and relations differ only in their intervals.
 * @returns undefined if there are too many for one answer
 */
export async function claimsAtBlock<Interval>(
  reader: ClaimsAtBlockReader,
  { firstBlock }: ChainBounds,
  kind: ClaimKind,
  { address, block }: AskedClaims,
  record: (interval: ClaimInterval) => Interval,
) {
  checkInChain(block, firstBlock, 'block');
  const found = await reader.heldAt(kind, address, block, firstBlock);
  return (
    found && new ApiResponse(claimsRecord({ address, block }, found, found.intervals.map(record)), block)
  );
}

export function claimsRecord<Interval>(
  { address, block }: AskedClaims,
  { coverageBlock, coveredFamilies, isKnown }: Omit<ClaimsAtBlock, 'intervals'>,
  intervals: readonly Interval[],
) {
  return {
    ...{ chainId: CHAIN_ID, address, block, coverageBlock, intervals },
    ...{ coveredFamilies, addressKnown: isKnown },
  };
}
