import type { NodeQuestion } from '../../event-store/node-question.js';
import type { VerifiedBlock } from '../../kernel/chain/block.js';
import { tokenTransfers } from '../../kernel/token/token-transfer.js';
import { balanceOf } from './balance-of.js';

/** What has to be asked about a block whose state diff is not known: what the parties of its transfers hold at its end. */
export function touchedPairs({ header, receipts, stateChanges }: VerifiedBlock): NodeQuestion[] {
  if (stateChanges !== undefined) return [];
  const questions = new Map<string, NodeQuestion>();
  const add = (token: Buffer, holder: Buffer | undefined): void => {
    if (holder === undefined) return;
    const what = balanceOf(holder);
    const question = { subject: token, what, blockNumber: header.number };
    questions.set(token.toString('latin1') + what, question);
  };
  for (const { logs } of receipts) {
    for (const { token, shape, from, to } of tokenTransfers(logs)) {
      // What `balanceOf` counts in tokens of other standards are items.
      if (shape !== 'erc20') continue;
      add(token, from);
      add(token, to);
    }
  }
  return [...questions.values()];
}
