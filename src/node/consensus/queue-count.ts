import type { QueueSample } from '../../domain/consensus/queue-sample.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import { epochIn, hexIn, numberIn, recordOf } from './beacon-field.js';
import { activationExitChurn, type ChainSpec } from './chain-spec.js';
import { QueueEstimates } from './queue-estimates.js';

const PUBKEY_BYTES = 48;

/**
 * Counts the queues of one beacon state from its records, one at a time: deposits, consolidations and partial withdrawals first, then
 * every validator of the registry in the order of indices. Definitions, by the names of the consensus specification (Electra):
 *
 * - *active*: `activation_epoch <= epoch < exit_epoch` (`is_active_validator`).
 * - *waits to activate*: not active before, and either eligible (`activation_eligibility_epoch` is set) or about to be
 *   (`effective_balance >= MIN_ACTIVATION_BALANCE`, as after the deposit was processed in this very epoch); and each distinct public
 *   key in `pending_deposits` that no validator has. A validator with less is waiting for nothing but a top-up.
 * - *capital that waits to activate*: effective balances of the former, and every pending deposit, top-ups included.
 * - *waits to exit*: active with `exit_epoch` set, sources of consolidations and slashed ones among them: they leave the active set.
 * - *capital that waits to exit*: effective balances of those, but for sources of `pending_consolidations`, whose balance stays and
 *   passes through a churn of its own; and `pending_partial_withdrawals` whose exit epoch (`withdrawable_epoch` less
 *   `MIN_VALIDATOR_WITHDRAWABILITY_DELAY`) has not come.
 */
export class QueueCount {
  readonly #unclaimed = new Set<string>();
  readonly #sources = new Set<number>();
  readonly #estimates: QueueEstimates | undefined;
  #validators = 0;
  #active = 0;
  #queued = 0;
  #exiting = 0;
  #activeGwei = 0n;
  #queuedGwei = 0n;
  #exitingGwei = 0n;
  #deposited = 0n;
  #partial = 0n;

  /** @param withEstimates whether to estimate earlier epochs from the records */
  constructor(
    private readonly epoch: number,
    private readonly spec: ChainSpec,
    withEstimates: boolean,
  ) {
    if (withEstimates) this.#estimates = new QueueEstimates(epoch, spec.seedLookahead);
  }

  readonly deposit = (element: unknown): void => {
    const deposit = recordOf(element, 'a pending deposit');
    this.#unclaimed.add(hexIn(deposit, 'pubkey', PUBKEY_BYTES));
    this.#deposited += BigInt(numberIn(deposit, 'amount'));
  };

  readonly consolidation = (element: unknown): void => {
    this.#sources.add(numberIn(recordOf(element, 'a pending consolidation'), 'source_index'));
  };

  readonly partialWithdrawal = (element: unknown): void => {
    const withdrawal = recordOf(element, 'a pending partial withdrawal');
    const exit = numberIn(withdrawal, 'withdrawable_epoch') - this.spec.withdrawabilityDelay;
    if (exit > this.epoch) this.#partial += BigInt(numberIn(withdrawal, 'amount'));
  };

  /** @throws MalformedAnswer when an index is missing or repeated: the registry is a list without gaps */
  readonly validator = (element: unknown): void => {
    const entry = recordOf(element, 'a validator');
    const index = numberIn(entry, 'index');
    if (index !== this.#validators)
      throw new MalformedAnswer(`validator ${index} comes where ${this.#validators} should`);
    this.#validators++;
    const validator = recordOf(entry.validator, `validator ${index}`);
    const balance = numberIn(validator, 'effective_balance');
    const eligibility = epochIn(validator, 'activation_eligibility_epoch');
    const activation = epochIn(validator, 'activation_epoch');
    const exit = epochIn(validator, 'exit_epoch');
    if (activation < eligibility || exit < activation)
      throw new MalformedAnswer(`validator ${index} exits before it activates, or activates before it may`);
    this.#unclaimed.delete(hexIn(validator, 'pubkey', PUBKEY_BYTES));
    this.#estimates?.add(eligibility, activation, exit);
    if (activation > this.epoch) this.#countWaiting(eligibility, balance);
    else if (exit > this.epoch) this.#countActive(index, exit, balance);
  };

  /**
   * @param facts what the records do not show: whether consolidations and partial withdrawals were listed,
   * and whether the churn is known under the state's fork
   */
  finish(
    genesisTime: number,
    { leavesListed, churnKnown }: { readonly leavesListed: boolean; readonly churnKnown: boolean },
  ): QueueSample {
    if (this.#active === 0) throw new MalformedAnswer('no validator is active');
    const totalActiveGwei = this.#activeGwei;
    return {
      genesisTime,
      validatorCount: this.#validators,
      activeValidators: this.#active,
      totalActiveGwei,
      pendingActivation: this.#queued + this.#unclaimed.size,
      queuedGwei: this.#queuedGwei,
      depositedGwei: this.#deposited,
      pendingExit: this.#exiting,
      ...(leavesListed ? { pendingExitGwei: this.#exitingGwei + this.#partial } : {}),
      ...(churnKnown ? { churnGwei: activationExitChurn(this.spec, totalActiveGwei) } : {}),
      estimates: this.#estimates?.finish() ?? [],
    };
  }

  #countWaiting(eligibility: number, balance: number): void {
    if (eligibility === Number.POSITIVE_INFINITY && balance < this.spec.minActivationGwei) return;
    this.#queued++;
    this.#queuedGwei += BigInt(balance);
  }

  #countActive(index: number, exit: number, balance: number): void {
    this.#active++;
    this.#activeGwei += BigInt(balance);
    if (exit === Number.POSITIVE_INFINITY) return;
    this.#exiting++;
    if (!this.#sources.has(index)) this.#exitingGwei += BigInt(balance);
  }
}
