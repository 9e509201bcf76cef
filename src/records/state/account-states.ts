import { daoTransfer } from '../../domain/chain/protocol/dao-transfer.js';
import { nativeCredits } from '../../domain/chain/protocol/native-credits.js';
import type { StateChange, VerifiedBlock } from '../../domain/chain/record/block.js';

/** Account state after a block's transactions, before protocol payments; only changed fields are present. */
export interface AccountState {
  readonly address: Buffer;
  wei?: bigint;
  nonce?: number;
}

/**
 * The accounts whose balance or nonce one block changed, before protocol payments at its end. Changes by
 * transactions are missing where the state diff is not known.
 */
export function accountStates(block: VerifiedBlock): Iterable<AccountState> {
  const { header, allocation, stateChanges = [], protocolChanges } = block;
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
  if (protocolChanges) addPaid(last, block);
  return last.values();
}

/**
 * The access list has balances after the payments at the end of the block; subtracts these, for accounts that
 * no transaction changed as well.
 */
function addPaid(last: Map<string, AccountState>, block: VerifiedBlock): void {
  const credits = new Map(
    [...nativeCredits(block)].map(({ address, wei }) => [address.toString('latin1'), wei]),
  );
  for (const { address, balance } of block.protocolChanges!.afterTransactions) {
    if (!balance) continue;
    const key = address.toString('latin1');
    last.set(key, { ...last.get(key), address, wei: balance.after - (credits.get(key) ?? 0n) });
  }
}
