import {
  CHURN_GWEI,
  INCREMENT_GWEI,
  MAX_EFFECTIVE_GWEI,
  MAX_SEED_LOOKAHEAD,
  MIN_ACTIVATION_GWEI,
  SHARD_COMMITTEE_PERIOD,
  WITHDRAWABILITY_DELAY,
} from './demo-spec.js';

/** A deposit as the deposit contract logs it; amounts in gwei. */
export interface Deposit {
  /** `0x` hex. */
  readonly pubkey: string;
  readonly credentials: string;
  readonly amount: number;
  readonly signature: string;
}

/** A withdrawal request, as the contract of EIP-7002 logs it. */
export interface WithdrawalRequest {
  readonly source: string;
  readonly pubkey: string;
  /** Gwei; 0 asks for an exit. */
  readonly amount: number;
}

/** An epoch is infinite until it is set. */
export interface Validator {
  readonly index: number;
  readonly pubkey: string;
  readonly credentials: string;
  balance: number;
  effectiveBalance: number;
  eligibilityEpoch: number;
  activationEpoch: number;
  exitEpoch: number;
}

interface PartialWithdrawal {
  readonly validator: Validator;
  readonly amount: number;
  readonly withdrawableEpoch: number;
}

const NEVER = Number.POSITIVE_INFINITY;
/** The epoch before the previous one is final, because every validator of the demo attests. */
const FINALITY_EPOCHS = 2;

/**
 * The validator registry and its queues, which follow the consensus specification (Electra) from epoch to
 * epoch: deposits and exits wait for the churn, and validators for the finality of their eligibility. There
 * are no slashings, rewards or consolidations.
 */
export class BeaconState {
  epoch = 0;
  readonly validators: Validator[] = [];
  readonly pendingDeposits: (Deposit & { readonly epoch: number })[] = [];
  pendingPartialWithdrawals: PartialWithdrawal[] = [];
  readonly #byKey = new Map<string, Validator>();
  /** Validators in the registry that have no activation epoch yet. */
  #waiting: Validator[] = [];
  #depositsMayTake = 0;
  #exitsMayTake = 0;
  #earliestExitEpoch = 0;

  /** Adds a validator of the genesis, which is active from the first epoch. */
  found(deposit: Deposit): void {
    const validator = this.#addValidator(deposit);
    validator.eligibilityEpoch = 0;
    validator.activationEpoch = 0;
    this.#waiting = [];
  }

  deposit(deposit: Deposit): void {
    this.pendingDeposits.push({ ...deposit, epoch: this.epoch });
  }

  /** Carries out a request if its source may make it, else does nothing. */
  request({ source, pubkey, amount }: WithdrawalRequest): void {
    const validator = this.#byKey.get(pubkey);
    if (!validator || !paysTo(validator, source) || !this.mayExit(validator)) return;
    const owed = this.pendingPartialWithdrawals
      .filter((one) => one.validator === validator)
      .reduce((sum, one) => sum + one.amount, 0);
    if (amount === 0) {
      if (owed === 0) this.exit(validator);
      return;
    }
    const excess = validator.balance - MIN_ACTIVATION_GWEI - owed;
    if (!isCompounding(validator) || excess <= 0) return;
    const withdrawn = Math.min(excess, amount);
    const withdrawableEpoch = this.#exitEpochFor(withdrawn) + WITHDRAWABILITY_DELAY;
    this.pendingPartialWithdrawals.push({ validator, amount: withdrawn, withdrawableEpoch });
  }

  /** Whether a validator has been active long enough and is not exiting already. */
  mayExit({ activationEpoch, exitEpoch }: Validator): boolean {
    return exitEpoch === NEVER && this.epoch >= activationEpoch + SHARD_COMMITTEE_PERIOD;
  }

  exit(validator: Validator): void {
    validator.exitEpoch = this.#exitEpochFor(validator.effectiveBalance);
  }

  /** Advances the state to the next epoch. */
  advance(): void {
    this.#updateRegistry();
    this.#processDeposits();
    this.pendingPartialWithdrawals = this.pendingPartialWithdrawals.filter((withdrawal) => {
      if (withdrawal.withdrawableEpoch > this.epoch + 1) return true;
      withdrawal.validator.balance -= withdrawal.amount;
      updateEffectiveBalance(withdrawal.validator);
      return false;
    });
    this.epoch++;
  }

  get finalizedEpoch(): number {
    return Math.max(0, this.epoch - FINALITY_EPOCHS);
  }

  #updateRegistry(): void {
    for (const validator of this.#waiting) {
      if (validator.eligibilityEpoch === NEVER) {
        if (validator.effectiveBalance >= MIN_ACTIVATION_GWEI) validator.eligibilityEpoch = this.epoch + 1;
      } else if (validator.eligibilityEpoch <= this.finalizedEpoch) {
        validator.activationEpoch = this.epoch + 1 + MAX_SEED_LOOKAHEAD;
      }
    }
    this.#waiting = this.#waiting.filter(({ activationEpoch }) => activationEpoch === NEVER);
  }

  #processDeposits(): void {
    let available = this.#depositsMayTake + CHURN_GWEI;
    let taken = 0;
    for (const { epoch, amount } of this.pendingDeposits) {
      if (epoch > this.finalizedEpoch || amount > available) break;
      available -= amount;
      taken++;
    }
    const next = this.pendingDeposits[taken];
    this.#depositsMayTake = next && next.epoch <= this.finalizedEpoch ? available : 0;
    for (const deposit of this.pendingDeposits.splice(0, taken)) this.#apply(deposit);
  }

  #apply(deposit: Deposit): void {
    const known = this.#byKey.get(deposit.pubkey);
    if (!known) {
      this.#addValidator(deposit);
      return;
    }
    known.balance += deposit.amount;
    updateEffectiveBalance(known);
  }

  #addValidator({ pubkey, credentials, amount }: Deposit): Validator {
    const validator: Validator = {
      index: this.validators.length,
      pubkey,
      credentials,
      balance: amount,
      effectiveBalance: 0,
      eligibilityEpoch: NEVER,
      activationEpoch: NEVER,
      exitEpoch: NEVER,
    };
    updateEffectiveBalance(validator);
    this.validators.push(validator);
    this.#byKey.set(pubkey, validator);
    this.#waiting.push(validator);
    return validator;
  }

  /** `compute_exit_epoch_and_update_churn`. */
  #exitEpochFor(balance: number): number {
    const soonest = this.epoch + 1 + MAX_SEED_LOOKAHEAD;
    if (this.#earliestExitEpoch < soonest) {
      this.#earliestExitEpoch = soonest;
      this.#exitsMayTake = CHURN_GWEI;
    }
    if (balance > this.#exitsMayTake) {
      const epochs = Math.ceil((balance - this.#exitsMayTake) / CHURN_GWEI);
      this.#earliestExitEpoch += epochs;
      this.#exitsMayTake += epochs * CHURN_GWEI;
    }
    this.#exitsMayTake -= balance;
    return this.#earliestExitEpoch;
  }
}

const isCompounding = ({ credentials }: Validator): boolean => credentials.startsWith('0x02');

/** It leaves out the hysteresis of the specification, because balances here change in whole ether. */
function updateEffectiveBalance(validator: Validator): void {
  const most = isCompounding(validator) ? MAX_EFFECTIVE_GWEI : MIN_ACTIVATION_GWEI;
  validator.effectiveBalance = Math.min(validator.balance - (validator.balance % INCREMENT_GWEI), most);
}

function paysTo({ credentials }: Validator, address: string): boolean {
  return !credentials.startsWith('0x00') && credentials.slice(-40) === address.slice(-40).toLowerCase();
}
