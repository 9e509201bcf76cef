import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { tokenTransfers } from '../../domain/token/token-transfer.js';
import type { StateReadRequest } from '../../event-store/state-read-request.js';
import { balanceOf } from './balance-of.js';

/** The reads that a block without a state diff needs: the balances of the parties of its transfers at its end. */
export function touchedPairs({ header, receipts, stateChanges }: VerifiedBlock): StateReadRequest[] {
  if (stateChanges !== undefined) return [];
  const requests = new Map<string, StateReadRequest>();
  const add = (token: Buffer, holder: Buffer | undefined): void => {
    if (holder === undefined) return;
    const what = balanceOf(holder);
    const request = { subject: token, what, blockNumber: header.number };
    requests.set(token.toString('latin1') + what, request);
  };
  for (const { logs } of receipts) {
    for (const { token, shape, from, to } of tokenTransfers(logs)) {
      // In tokens of other standards `balanceOf` may count items.
      if (shape !== 'erc20') continue;
      add(token, from);
      add(token, to);
    }
  }
  return [...requests.values()];
}
