import type { StateChange, VerifiedBlock } from '../../kernel/chain/block.js';

/** What the transactions of a block left an account with; each field present exactly when they changed it. */
export interface AccountState {
  readonly address: Buffer;
  wei?: bigint;
  nonce?: number;
}

/** The accounts whose balance or nonce one block's transactions changed; none where the state diff is not known. */
export function accountStates({ allocation, stateChanges = [] }: VerifiedBlock): Iterable<AccountState> {
  const last = new Map<string, AccountState>();
  const add = (changes: readonly StateChange[]): void => {
    for (const { address, balance, nonce } of changes) {
      if (!balance && !nonce) continue;
      const key = address.toString('latin1');
      let state = last.get(key);
      if (!state) {
        state = { address };
        last.set(key, state);
      }
      if (balance) state.wei = balance.after;
      if (nonce) state.nonce = nonce.after;
    }
  };
  if (allocation) add(allocation);
  for (const changes of stateChanges) add(changes);
  return last.values();
}
