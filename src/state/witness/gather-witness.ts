import type { Address, Hex } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../domain/chain/record/block.js';
import { wordHex } from '../../domain/chain/word.js';
import type { ViewResult } from '../execution/run/view-result.js';
import { type Asked, AskingState } from './asking-state.js';
import { BlockExecution, type ExecutedView } from './block-execution.js';
import { ProvenState, type StateWitness } from './proven-state.js';
import type { WitnessedCall } from './witnessed-call.js';

/** Where proofs of the state at the end of a block, and headers before it, come from. */
export interface WitnessSource {
  /** Trie nodes and code of an account, as a node gives them; undefined where it gives none. They need not be verified. */
  proof(address: Address, slots: readonly Hex[]): Promise<StateWitness | undefined>;
  /** The header of a block before; undefined where it is not known. */
  header(number: number): Promise<Header | undefined>;
}

/** Why a call has no witness: the proofs are not to be had, or it has no result. */
export type NoWitness = 'unproven' | 'undecided';

/** Calls that were executed over proofs, and all that is needed to execute them again. */
export interface WitnessedViews {
  readonly fork: string;
  /** In the order of the calls. */
  readonly results: readonly (ViewResult | NoWitness)[];
  /** The witness of those that have a result. */
  readonly used: StateWitness;
  /** Headers of the blocks before, newest first, whose hashes they read. */
  readonly ancestors: readonly Header[];
}

const MAX_ROUNDS = 400;
const MAX_SLOTS = 1_000;

/**
 * Executes calls at the end of a block over nothing but proofs below its state root, which are asked for as runs show what they need.
 *
 * @throws MalformedField for trie nodes that hang below the root and cannot be read
 */
export async function gatherWitness(
  header: Header,
  calls: readonly WitnessedCall[],
  schedule: ForkSchedule,
  source: WitnessSource,
): Promise<WitnessedViews> {
  const ancestors: Header[] = [];
  const execution = new BlockExecution(header, ancestors, schedule);
  const state = new ProvenState(header.stateRoot);
  const views: (ExecutedView | NoWitness)[] = [];
  for (const call of calls) views.push(await provenView(call, execution, state, header, ancestors, source));
  const executed = views.filter((view) => typeof view !== 'string');
  return {
    fork: execution.fork,
    results: views.map((view) => (typeof view === 'string' ? view : view.result)),
    used: state.witnessOf(executed.map(({ result }) => result)),
    ancestors: ancestors.slice(0, Math.max(0, ...executed.map((view) => view.ancestors))),
  };
}

async function provenView(
  call: WitnessedCall,
  execution: BlockExecution,
  state: ProvenState,
  header: Header,
  ancestors: Header[],
  source: WitnessSource,
): Promise<ExecutedView | NoWitness> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const asking = new AskingState(state);
    const view = await execution.run(call, asking);
    const { reason } = view.result;
    const missed = asking.missedBy(reason);
    if (missed.size > 0) {
      if (!(await prove(missed, state, source))) return 'unproven';
    } else if (reason === undefined) return view;
    else if (reason.kind !== 'missing' || reason.what !== 'blockHash') return 'undecided';
    else if (!(await addAncestors(ancestors, header.number, reason.number, source))) return 'unproven';
  }
  return 'undecided';
}

/** Whether all that was missed is proven now. */
export async function prove(missed: Asked, state: ProvenState, source: WitnessSource): Promise<boolean> {
  let slotCount = 0;
  for (const [address, slots] of missed) {
    slotCount += slots.size;
    if (slotCount > MAX_SLOTS) return false;
    const proof = await source.proof(address, [...slots].map(wordHex));
    if (proof === undefined) return false;
    state.add(proof);
    const isKnown = state.code(address) !== 'unknown';
    if (!isKnown || [...slots].some((slot) => state.slot(address, slot) === 'unknown')) return false;
  }
  return true;
}

/** Adds the headers that lead to the hash of a block. @returns whether they are known */
export async function addAncestors(
  ancestors: Header[],
  block: number,
  asked: number,
  source: WitnessSource,
): Promise<boolean> {
  for (let number = block - ancestors.length - 1; number > asked; number--) {
    const header = await source.header(number);
    if (header === undefined) return false;
    ancestors.push(header);
  }
  return true;
}
