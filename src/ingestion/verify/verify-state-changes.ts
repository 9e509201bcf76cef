import type { Header, StateChange, Transaction } from '../../kernel/chain/block.js';
import { isGenesis } from '../../kernel/chain/genesis.js';
import { sameAddress } from '../../kernel/chain/same-address.js';
import { BlockRefused } from './block-refused.js';
import { settleDelegations } from './settle-delegations.js';

/**
 * Checks that the state changes are those of the block's transactions as far as that shows without executing them: one
 * list for each, in which the sender's nonce rises from the transaction's, failed or not. What delegations leave as code is
 * recomputed; all else is the node's word.
 *
 * @returns undefined when there are none, and for a genesis block of which nobody knows what it allocates
 * @throws BlockRefused
 */
export function verifyStateChanges(
  stateChanges: readonly (readonly StateChange[])[] | undefined,
  transactions: readonly Transaction[],
  header: Header,
  allocation?: readonly StateChange[],
): readonly (readonly StateChange[])[] | undefined {
  const { number } = header;
  if (isGenesis(header)) return allocation && [];
  if (transactions.length === 0) return [];
  if (stateChanges === undefined) return undefined;
  if (stateChanges.length !== transactions.length) {
    throw new BlockRefused('state_changes', number, {
      problem: 'not one list for each transaction',
      stated: stateChanges.length,
      expected: transactions.length,
    });
  }
  transactions.forEach(({ from, nonce }, transactionIndex) => {
    const change = stateChanges[transactionIndex]!.find(({ address }) => sameAddress(address, from))?.nonce;
    // A sender that authorizes itself, or whose delegated code creates contracts, uses more than one.
    if (change === undefined || change.before !== nonce || change.after <= nonce) {
      throw new BlockRefused('state_changes', number, {
        transactionIndex,
        problem: "the sender's nonce does not rise from the transaction's",
        expected: nonce,
        ...(change === undefined ? {} : { before: change.before, after: change.after }),
      });
    }
  });
  return stateChanges.map((changes, index) => settleDelegations(transactions[index]!, changes));
}
