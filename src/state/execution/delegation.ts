import {
  encodeDelegation,
  type Hop,
  type ObservedDelegation,
} from '../../domain/chain/codec/observed-delegation.js';
import type { Address } from '../../domain/chain/hex.js';
import { keccak256OfParts } from '../../domain/crypto/keccak.js';
import { decidedHop, decides, onlySlot, passesAt } from './decisive-places.js';
import { canDelegate, isForward, wayOf } from './hops.js';
import { type Asked, ask, type Observation } from './observation.js';
import type { StateSource } from './run/state-source.js';
import { Undecided } from './run/undecided.js';
import { NO_FOOTPRINT } from './run/view-outcome.js';
import type { CallMade, RunFootprint, UndecidedReason, ViewResult } from './run/view-result.js';
import { slotHex, wordHolds } from './slot-word.js';

const SELECTOR_BYTES = 4;
const ATTEMPTS = 256;
/**
 * The observed delegation of a contract: calls with selectors that its code does not contain, and the accounts to
 * which code in its name passes all call data by DELEGATECALL, one after the other. It is observed, not proven: a
 * contract can recognise these inputs and do otherwise with others. Where it is open whether, or where, other calls
 * are passed on, it is undecided.
 *
 * @param view a call of the contract, on a state that answers from `source`
 * @param selector observes, if given, where calls with it are passed on, as `namedObservation` describes
 * @returns what all calls read, and as output `encodeDelegation`
 */
export async function delegation(
  address: Address,
  source: StateSource,
  view: (asked: Asked) => Promise<ViewResult>,
  selector?: Uint8Array,
): Promise<ViewResult> {
  const steps = observationOf(address, source, selector);
  let step = steps.next();
  while (!step.done) step = steps.next(await view(step.value));
  return step.value;
}

/** Like `delegation`, but at once; undefined if one of the calls is for another interpreter. */
export function delegationAtOnce(
  address: Address,
  source: StateSource,
  view: (asked: Asked) => ViewResult | undefined,
  selector?: Uint8Array,
): ViewResult | undefined {
  const steps = observationOf(address, source, selector);
  let step = steps.next();
  while (!step.done) {
    const run = view(step.value);
    if (run === undefined) return undefined;
    step = steps.next(run);
  }
  return step.value;
}

function* observationOf(
  address: Address,
  source: StateSource,
  selector: Uint8Array | undefined,
): Observation<ViewResult> {
  const code = source.code(address);
  if (typeof code === 'string') return undecided([], { kind: 'missing', what: 'code', address });
  const contract = { address, source, inputs: undispatchedCalls(address, code) };
  const ran: ViewResult[] = [];
  try {
    const delegation =
      selector === undefined
        ? yield* observation(contract, ran)
        : yield* namedObservation(contract, Buffer.from(selector), ran);
    return observed(address, ran, delegation);
  } catch (error) {
    if (error instanceof Undecided) return undecided(ran, error.reason);
    throw error;
  }
}

interface Contract {
  readonly address: Address;
  readonly source: StateSource;
  /** `undispatchedCalls` of its code. */
  readonly inputs: readonly Uint8Array[];
}

function* observation(
  { address, source, inputs }: Contract,
  ran: ViewResult[],
): Observation<ObservedDelegation | undefined> {
  const runs: ViewResult[] = [];
  for (const data of inputs) runs.push(yield* ask({ data, source }, ran));
  if (runs.length === 0) return undefined;
  const { hops: found, own, isOpen } = wayOf(address, runs, source);
  const hops: Hop[] = [];
  for (const [depth, hop] of found.entries()) {
    const calls = { address, own, inputs, source, passes: () => passesAt(address, depth) };
    hops.push(yield* decidedHop(hop, calls, ran));
  }
  // Once somebody may replace the code, it makes no difference who else may.
  if (isOpen && !hops.some(isReplaceable)) throw new Undecided({ kind: 'caller' });
  const [first, ...others] = hops;
  return first && [first, ...others];
}

/**
 * Observes where a contract passes calls of one function on: to the first account to which it delegates, in
 * its own context and with all call data, for this selector but not for one that it does not dispatch. An
 * account to which it delegates every call, as a clone of a diamond does, is passed through. Two calls have
 * the selector, one without arguments and one with random ones. They stop there: what the function does makes
 * no difference.
 */
function* namedObservation(
  { address, source, inputs: [plain, random] }: Contract,
  selector: Buffer,
  ran: ViewResult[],
): Observation<ObservedDelegation | undefined> {
  if (plain === undefined || random === undefined) return undefined;
  const other = yield* ask({ data: plain, source }, ran);
  if (other.reason) throw new Undecided(other.reason);
  const isPassedOn = (call: CallMade): boolean => isForward(call) && call.from === address;
  const passedThrough = new Set(other.calls.filter(isPassedOn).map(placeOf));
  const stopsAt = (call: CallMade): boolean => isPassedOn(call) && !passedThrough.has(placeOf(call));
  const inputs = [selector, Buffer.concat([selector, random.subarray(SELECTOR_BYTES)])];
  const runs: ViewResult[] = [];
  for (const data of inputs) {
    const run = yield* ask({ data, source, stopsAt }, ran);
    runs.push(run);
    if (run.asks > 0 && !run.reason) throw new Undecided({ kind: 'caller' });
  }
  const targets = runs.map(({ calls, reason }) => (reason ? calls.at(-1)!.to : undefined));
  const [target] = targets;
  if (target === undefined || targets.some((one) => one !== target)) return undefined;
  for (const slot of slotsHolding(target, address, runs)) {
    const calls = { target, inputs, source, passes: () => stopsAt };
    if (yield* decides(onlySlot(address, slot), calls, ran)) return [{ target, slots: [slotHex(slot)] }];
  }
  return [{ target, slots: [] }];
}

const isReplaceable = ({ slots, isDerived, delegate }: Hop): boolean =>
  slots.length > 0 || isDerived === true || delegate !== undefined;

const placeOf = ({ depth, to }: CallMade): string => `${depth} ${to}`;

/** The slots of its own that a contract read and whose word contains the target, as packed slots do. */
function slotsHolding(target: Address, address: Address, runs: readonly ViewResult[]): ReadonlySet<bigint> {
  const reads = runs.flatMap((run) => run.reads).filter((read) => read.address === address);
  return new Set(reads.filter(({ value }) => wordHolds(value, target)).map(({ slot }) => slot));
}

function observed(
  address: Address,
  runs: readonly ViewResult[],
  delegation: ObservedDelegation | undefined,
): ViewResult {
  const ran = runs.length === 0 ? { ...NO_FOOTPRINT, codes: [address] } : together(runs);
  return { outcome: 'returned', output: encodeDelegation(delegation), gasUsed: gasOf(runs), ...ran };
}

function undecided(runs: readonly ViewResult[], reason: UndecidedReason): ViewResult {
  return {
    outcome: 'undecided',
    output: Buffer.alloc(0),
    gasUsed: gasOf(runs),
    ...together(runs),
    reason,
  };
}

function gasOf(runs: readonly ViewResult[]): number {
  return runs.reduce((sum, { gasUsed }) => sum + gasUsed, 0);
}

/** What all runs read and did. GAS is left out: these calls get the same gas at every block of a fork. */
function together(runs: readonly RunFootprint[]): RunFootprint {
  const distinct = <One>(all: readonly One[], nameOf: (one: One) => string): One[] => {
    const first = new Map<string, One>();
    for (const one of all) if (!first.has(nameOf(one))) first.set(nameOf(one), one);
    return [...first.values()];
  };
  return {
    reads: distinct(
      runs.flatMap(({ reads }) => reads),
      ({ address, slot }) => `${address} ${slot}`,
    ),
    codes: [...new Set(runs.flatMap(({ codes }) => codes))],
    looked: distinct(
      runs.flatMap(({ looked }) => looked),
      ({ address, field }) => `${address} ${field}`,
    ),
    volatile: [...new Set(runs.flatMap(({ volatile }) => volatile))].filter((one) => one !== 'GAS'),
    calls: runs.flatMap(({ calls }) => calls),
    asks: runs.reduce((sum, { asks }) => sum + asks, 0),
    asksPrice: runs.some(({ asksPrice }) => asksPrice),
    starves: runs.some(({ starves }) => starves),
  };
}

/**
 * Two inputs whose selectors look random, differ by address, and do not occur in the code: one without
 * arguments, one with random ones. None for code that cannot delegate.
 */
function undispatchedCalls(address: Address, code: Uint8Array): Uint8Array[] {
  if (!canDelegate(code)) return [];
  const text = Buffer.from(code.buffer, code.byteOffset, code.length);
  const hashes: Buffer[] = [];
  for (let attempt = 0; attempt < ATTEMPTS && hashes.length < 2; attempt++) {
    const hash = keccak256OfParts(Buffer.from(address), Buffer.from([attempt]));
    if (!text.includes(hash.subarray(0, SELECTOR_BYTES))) hashes.push(hash);
  }
  const [plain, random] = hashes;
  if (plain === undefined || random === undefined) return [];
  return [plain.subarray(0, SELECTOR_BYTES), Buffer.concat([random, random])];
}
