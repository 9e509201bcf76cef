/** Seconds of an epoch: 32 slots of 12 s. */
export const EPOCH_SECONDS = 384;

/** The validator queues at the first slot of an epoch, as one beacon state has them. Amounts in gwei. */
export interface QueueSample {
  /** Unix seconds of slot 0. */
  readonly genesisTime: number;
  /** Validators ever registered, exited ones included: indices run from 0 to one less. */
  readonly validatorCount: number;
  /** Validators whose activation epoch has come and whose exit epoch has not. */
  readonly activeValidators: number;
  /** Sum of their effective balances. */
  readonly totalActiveGwei: bigint;
  /** Validators that wait to become active, and public keys of pending deposits that have no validator yet. */
  readonly pendingActivation: number;
  /** Effective balances of the waiting validators that are in the registry. */
  readonly queuedGwei: bigint;
  /** Pending deposits, top-ups included. */
  readonly depositedGwei: bigint;
  /** Active validators whose exit epoch is set. */
  readonly pendingExit: number;
  /** Amount of exits and pending partial withdrawals; absent if those or consolidations are not listed. */
  readonly pendingExitGwei?: bigint;
  /** Balance that may enter by deposits per epoch, and as much exit; absent under unknown fork rules. */
  readonly churnGwei?: bigint;
  /** Estimates for earlier epochs from validator records; in the very first sample only. Ascending. */
  readonly estimates: readonly QueueEstimate[];
}

/** A lower bound of the queues at the start of an epoch long before the sample that it was derived from. */
export interface QueueEstimate {
  readonly epoch: number;
  readonly pendingActivation: number;
  readonly pendingExit: number;
}

/** Unix seconds at which an epoch begins. */
export function epochStart(genesisTime: number, epoch: number): number {
  return genesisTime + epoch * EPOCH_SECONDS;
}
