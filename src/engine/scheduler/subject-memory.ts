import type { Address } from '../../domain/chain/hex.js';
import type { SubjectState } from './subject-state.js';

/**
 * Addresses in memory, in two generations. When the addresses used since the last change of generation weigh
 * more than the bound, those that were not used since are dropped.
 */
export class SubjectMemory {
  #subjects = new Map<Address, SubjectState>();
  /** The older generation. An address that is asked for moves to `#subjects` as well. */
  #older = new Map<Address, SubjectState>();
  /** Addresses with folds, or with results of view calls. */
  readonly #inStep = new Set<Address>();

  /** @param remembered the bound, in rows */
  constructor(private readonly remembered: number) {}

  get(address: Address): SubjectState | undefined {
    const state = this.#subjects.get(address);
    if (state !== undefined) return state;
    const older = this.#older.get(address);
    if (older !== undefined) this.#subjects.set(address, older);
    return older;
  }

  add(state: SubjectState): void {
    this.#subjects.set(state.address, state);
  }

  /** Notes that the address holds something that only the present step needs. */
  noteInStep(address: Address): void {
    this.#inStep.add(address);
  }

  /** Drops the folds of the present step. */
  refold(): void {
    for (const address of this.#inStep) this.#known(address)?.refold();
  }

  /** Drops addresses that were added in this step. */
  forget(addresses: readonly Address[]): void {
    for (const address of addresses) {
      this.#subjects.delete(address);
      this.#inStep.delete(address);
    }
  }

  /** Drops what only one step needs, and addresses if there are too many. */
  endStep(): void {
    for (const address of this.#inStep) this.#known(address)?.endStep();
    this.#inStep.clear();
    if (weightOf(this.#subjects) <= this.remembered) return;
    this.#older = this.#subjects;
    this.#subjects = new Map();
  }

  clear(): void {
    this.#subjects.clear();
    this.#older.clear();
    this.#inStep.clear();
  }

  #known(address: Address): SubjectState | undefined {
    return this.#subjects.get(address) ?? this.#older.get(address);
  }
}

function weightOf(subjects: ReadonlyMap<Address, SubjectState>): number {
  let weight = 0;
  for (const state of subjects.values()) weight += state.weight;
  return weight;
}
