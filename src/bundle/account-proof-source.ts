import type { AccountProof, AccountRead } from '../node/execution/account-proofs.js';

/** Gives account proofs; undefined where no node gives one. */
export interface AccountProofSource {
  of(read: AccountRead): Promise<AccountProof | undefined>;
}
