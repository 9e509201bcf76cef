import { daoTransfer } from '../../domain/chain/protocol/dao-transfer.js';
import type { StateChange, VerifiedBlock } from '../../domain/chain/record/block.js';

/** Account state after a block's transactions, before protocol payments; only changed fields are present. */
export interface AccountState {
  readonly address: Buffer;
  wei?: bigint;
  nonce?: number;
}

/** The accounts whose balance or nonce one block changed, by its transactions or ahead of them; of transactions none where the state diff is not known. */
export function accountStates({
  header,
  allocation,
  stateChanges = [],
}: VerifiedBlock): Iterable<AccountState> {
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
  for (const address of daoTransfer(header)?.from ?? [])
    last.set(address.toString('latin1'), { address, wei: 0n });
  if (allocation) add(allocation);
  for (const changes of stateChanges) add(changes);
  return last.values();
}
