import type { QueueEstimate } from '../../domain/consensus/queue-sample.js';

/** Epochs between two estimates, about 1.14 days. */
const GRID_EPOCHS = 256;
/** Epochs of 90 days. */
const EPOCHS_BACK = 90 * 225;

/**
 * Lower bounds of both queues at the multiples of 256 epochs before a sample, counted while validator records stream by.
 *
 * A validator waits for activation from its eligibility epoch to its activation epoch. No record has the time of an exit request, but it
 * precedes the effect by more than `MAX_SEED_LOOKAHEAD` epochs (`compute_activation_exit_epoch`): so exits that take effect within the
 * look-ahead after a boundary were waiting at it. Longer waits, deposits without a validator, and a queue that filled and drained between
 * two boundaries are not seen.
 */
export class QueueEstimates {
  readonly #first: number;
  readonly #boundaries: number;
  /** Counts as differences from one boundary to the next. */
  readonly #activation: Int32Array;
  readonly #exit: Int32Array;

  /** @param epoch epoch of the sample; all boundaries are before it */
  constructor(
    epoch: number,
    private readonly seedLookahead: number,
  ) {
    this.#first = Math.max(0, Math.ceil((epoch - EPOCHS_BACK) / GRID_EPOCHS));
    this.#boundaries = Math.max(0, Math.ceil(epoch / GRID_EPOCHS) - this.#first);
    this.#activation = new Int32Array(this.#boundaries + 1);
    this.#exit = new Int32Array(this.#boundaries + 1);
  }

  /** Adds a validator's epochs; infinite where they are not set. */
  add(eligibility: number, activation: number, exit: number): void {
    this.#count(this.#activation, eligibility, activation);
    if (exit !== Number.POSITIVE_INFINITY) this.#count(this.#exit, exit - this.seedLookahead, exit);
  }

  finish(): QueueEstimate[] {
    const estimates: QueueEstimate[] = [];
    let pendingActivation = 0;
    let pendingExit = 0;
    for (let at = 0; at < this.#boundaries; at++) {
      pendingActivation += this.#activation[at]!;
      pendingExit += this.#exit[at]!;
      estimates.push({ epoch: (this.#first + at) * GRID_EPOCHS, pendingActivation, pendingExit });
    }
    return estimates;
  }

  /** Adds one at every boundary from epoch `from` on and before epoch `before`. */
  #count(differences: Int32Array, from: number, before: number): void {
    if (from === Number.POSITIVE_INFINITY) return;
    const place = (epoch: number): number =>
      Math.min(this.#boundaries, Math.max(0, Math.ceil(epoch / GRID_EPOCHS) - this.#first));
    const [start, end] = [place(from), place(before)];
    differences[start]!++;
    differences[end]!--;
  }
}
