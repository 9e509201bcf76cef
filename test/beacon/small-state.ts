import type { ReportedState } from './beacon-server.js';

const FAR_FUTURE = '18446744073709551615';

/** A validator as a beacon node lists it, active since the first epoch unless `changes` says otherwise. */
export function validatorOf(index: number, changes: Readonly<Record<string, string>> = {}): object {
  return {
    index: String(index),
    balance: '32000000000',
    status: 'active_ongoing',
    validator: {
      pubkey: `0x${index.toString(16).padStart(96, '0')}`,
      withdrawal_credentials: `0x01${'00'.repeat(31)}`,
      effective_balance: '32000000000',
      slashed: false,
      activation_eligibility_epoch: '0',
      activation_epoch: '0',
      exit_epoch: FAR_FUTURE,
      withdrawable_epoch: FAR_FUTURE,
      ...changes,
    },
  };
}

/** Three validators, one pending deposit, and no exits or withdrawals. */
export function smallState(changes: Partial<ReportedState> = {}): ReportedState {
  return {
    genesisTime: 1_606_824_023,
    epoch: 400_000,
    validators: () => [0, 1, 2].map((index) => validatorOf(index)),
    pendingDeposits: () => [{ pubkey: `0x${'ff'.repeat(48)}`, amount: '32000000000' }],
    pendingConsolidations: () => [],
    pendingPartialWithdrawals: () => [],
    ...changes,
  };
}
