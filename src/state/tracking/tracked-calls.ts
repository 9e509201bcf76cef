import { callDataOf } from '../../domain/chain/codec/call-data.js';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { tokenTransfers } from '../../domain/token/token-transfer.js';

/** Call data of what a token declares of itself: ingestion keeps the results for every contract that may be a token. */
export const DECLARATIONS = {
  name: fromHex(callDataOf('name()')),
  symbol: fromHex(callDataOf('symbol()')),
  decimals: fromHex(callDataOf('decimals()')),
} as const;

const PUSH4 = 0x63;
const PUSHES_SYMBOL = Buffer.from([PUSH4, ...DECLARATIONS.symbol]);

/**
 * Contracts that a block shows to be perhaps tokens: they emitted a transfer, or got code that compares a selector with that of `symbol()`.
 * Calling one that is no token does no harm.
 */
export function candidates({ receipts, allocation = [], stateChanges = [] }: VerifiedBlock): Set<Address> {
  const found = new Set<Address>();
  for (const { logs } of receipts)
    for (const { token } of tokenTransfers(logs)) found.add(toHex(token) as Address);
  for (const changes of [allocation, ...stateChanges])
    for (const { address, code } of changes) if (code?.includes(PUSHES_SYMBOL)) found.add(toHex(address));
  return found;
}
