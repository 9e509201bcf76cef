import type { Hop } from '../../domain/chain/codec/observed-delegation.js';
import type { Address } from '../../domain/chain/hex.js';
import { type HopFound, isForward, madeByOwn } from './hops.js';
import { ask, type Observation } from './observation.js';
import type { StopsAt } from './run/run.js';
import type { StateSource } from './run/state-source.js';
import { Undecided } from './run/undecided.js';
import type { ViewResult } from './run/view-result.js';
import { slotHex } from './slot-word.js';
import { type Renamed, SubstituteState } from './substitute-state.js';

/** The calls that were passed on to a target. */
export interface PassedOn {
  readonly target: Address;
  /** Their call data. */
  readonly inputs: readonly Uint8Array[];
  /** Finds, anew for each run, the call by which it passes them on. */
  readonly passes: () => StopsAt;
  readonly source: StateSource;
}

/**
 * Whether places decide to which account calls are passed on: they go to a substitute once these places name it. That a
 * contract reads what names its target does not show that it obeys.
 */
export function* decides(
  renamed: Renamed,
  { target, inputs, passes, source }: PassedOn,
  ran: ViewResult[],
): Observation<boolean> {
  for (const data of inputs) {
    const state = new SubstituteState(source, target, renamed);
    const asked = { data, source: state, stopsAt: passes() };
    const { reason, calls } = yield* ask(asked, ran, (result) => state.real(result));
    if (reason === undefined || calls.at(-1)!.to !== state.substitute) return false;
  }
  return true;
}

interface PassedOnBy extends Omit<PassedOn, 'target'> {
  readonly address: Address;
  /** Accounts whose code runs in the contract's name. */
  readonly own: ReadonlySet<Address>;
}

/**
 * A hop with what decides its target, of all that may. Throws `Undecided` where the code holds the target and nothing
 * alone decides it: the code may hold it for show, or use it on a condition.
 */
export function* decidedHop(
  found: HopFound,
  { address, own, ...passedOn }: PassedOnBy,
  ran: ViewResult[],
): Observation<Hop> {
  const { target, beacon, delegate } = found;
  const isDecidedBy = (renamed: Renamed) => decides(renamed, { ...passedOn, target }, ran);
  const slots: bigint[] = [];
  for (const slot of found.slots) if (yield* isDecidedBy(onlySlot(address, slot))) slots.push(slot);
  const elsewhere: Renamed = { slot: (at) => at !== address, code: (at) => !own.has(at) };
  const obeysBeacon = beacon !== undefined && (yield* isDecidedBy(elsewhere));
  const isFound = slots.length > 0 || obeysBeacon || !found.isAsked;
  if (!isFound && found.isInCode) {
    const ownCode: Renamed = { slot: () => false, code: (at) => own.has(at) };
    if (!(yield* isDecidedBy(ownCode))) throw new Undecided({ kind: 'target' });
  }
  const isDerived = slots.length === 0 && found.isAsked && !found.isInCode;
  return {
    target,
    ...(obeysBeacon && { beacon }),
    slots: slots.map(slotHex),
    ...(isDerived && { isDerived }),
    ...(delegate && { delegate }),
  };
}

/** Finds the call by which a contract passes a whole call on at a depth, in its own name. */
export function passesAt(address: Address, depth: number): StopsAt {
  const isByOwn = madeByOwn();
  return (call) => isByOwn(call) && call.depth === depth && call.from === address && isForward(call);
}

export const onlySlot = (address: Address, slot: bigint): Renamed => ({
  slot: (at, number) => at === address && number === slot,
  code: () => false,
});
