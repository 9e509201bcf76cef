import type { BeaconState, Validator } from './beacon-state.js';
import { FAR_FUTURE, SLOTS_PER_EPOCH, WITHDRAWABILITY_DELAY } from './demo-spec.js';

const epochText = (epoch: number): string =>
  epoch === Number.POSITIVE_INFINITY ? String(FAR_FUTURE) : String(epoch);

/** A validator as `/validators` lists it. */
export function validatorJson(validator: Validator, epoch: number): object {
  const { index, balance, eligibilityEpoch, activationEpoch, exitEpoch } = validator;
  return {
    index: String(index),
    balance: String(balance),
    status: statusOf(validator, epoch),
    validator: {
      pubkey: validator.pubkey,
      withdrawal_credentials: validator.credentials,
      effective_balance: String(validator.effectiveBalance),
      slashed: false,
      activation_eligibility_epoch: epochText(eligibilityEpoch),
      activation_epoch: epochText(activationEpoch),
      exit_epoch: epochText(exitEpoch),
      withdrawable_epoch: epochText(exitEpoch + WITHDRAWABILITY_DELAY),
    },
  };
}

export function pendingDepositJson(deposit: BeaconState['pendingDeposits'][number]): object {
  return {
    pubkey: deposit.pubkey,
    withdrawal_credentials: deposit.credentials,
    amount: String(deposit.amount),
    signature: deposit.signature,
    slot: String(deposit.epoch * SLOTS_PER_EPOCH),
  };
}

export function pendingPartialWithdrawalJson(
  withdrawal: BeaconState['pendingPartialWithdrawals'][number],
): object {
  return {
    validator_index: String(withdrawal.validator.index),
    amount: String(withdrawal.amount),
    withdrawable_epoch: String(withdrawal.withdrawableEpoch),
  };
}

function statusOf({ eligibilityEpoch, activationEpoch, exitEpoch }: Validator, epoch: number): string {
  if (eligibilityEpoch === Number.POSITIVE_INFINITY) return 'pending_initialized';
  if (activationEpoch > epoch) return 'pending_queued';
  if (exitEpoch === Number.POSITIVE_INFINITY) return 'active_ongoing';
  if (exitEpoch > epoch) return 'active_exiting';
  return exitEpoch + WITHDRAWABILITY_DELAY > epoch ? 'exited_unslashed' : 'withdrawal_possible';
}
