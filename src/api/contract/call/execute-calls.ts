import { fromHex } from '../../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../../domain/chain/hex.js';
import {
  CallTooLate,
  StateNotKept,
  type ViewCall,
  type ViewCallReader,
} from '../../../state/call/view-call.reader.js';
import type { ChainBounds } from '../../http/chain-bounds.js';
import { callTooLate, stateNotAvailable } from '../../refusal/call-refusals.js';
import { checkInChain } from '../../refusal/check-in-chain.js';

/**
 * Results of a contract for each call data (`0x` hex) at the end of one block, by default the newest.
 * @throws Refusal if the block or the state is not known, or there is no result in time
 */
export async function executeCalls(
  calls: ViewCallReader,
  { firstBlock }: ChainBounds,
  to: Address,
  datas: readonly Hex[],
  block: number | undefined,
): Promise<ViewCall[]> {
  if (block !== undefined) checkInChain(block, firstBlock, 'block');
  try {
    return await calls.calls(
      datas.map((data) => ({ to, data: fromHex(data) })),
      firstBlock,
      block,
    );
  } catch (error) {
    throw callRefusals(error);
  }
}

/** The refusal for an error of the reader of calls; any other error unchanged. */
export function callRefusals(error: unknown): unknown {
  if (error instanceof CallTooLate) return callTooLate();
  if (error instanceof StateNotKept) return stateNotAvailable(error.block, error.place.address, error.reason);
  return error;
}
