import { encodeDelegation, type ObservedDelegation } from '../../domain/chain/codec/observed-delegation.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import { keccak256OfParts } from '../../domain/crypto/keccak.js';
import { OP } from './run/opcode.js';
import type { StopsAt } from './run/run.js';
import type { StateSource } from './run/state-source.js';
import { NO_FOOTPRINT } from './run/view-outcome.js';
import type { CallMade, RunFootprint, UndecidedReason, ViewResult } from './run/view-result.js';
import { addressOf } from './run/word.js';

const SELECTOR_BYTES = 4;
const HEX_OF_WORD = 64;
const ATTEMPTS = 256;
const PUSH1 = 0x60;
const PUSH32 = 0x7f;
const DESIGNATOR = 0xef;
/**
 * The observed delegation of a contract: calls with selectors that its code does not contain, and the one
 * account to which its own frame passes all call data by DELEGATECALL. It is observed, not proven: a contract
 * can recognise these inputs and do otherwise with others. Where code asks who calls, at what price or with how
 * much gas, and passes nothing on, it is undecided: it may pass other calls on.
 *
 * @param view a call of the contract
 * @param selector observes, if given, where calls with it are passed on, as `namedObservation` describes
 * @returns what all calls read, and as output `encodeDelegation`
 */
export async function delegation(
  address: Address,
  source: StateSource,
  view: (data: Uint8Array, stopsAt?: StopsAt) => Promise<ViewResult>,
  selector?: Uint8Array,
): Promise<ViewResult> {
  const steps = observationOf(address, source, selector);
  let step = steps.next();
  while (!step.done) step = steps.next(await view(step.value.data, step.value.stopsAt));
  return step.value;
}

/** Like `delegation`, but at once; undefined if one of the calls is for another interpreter. */
export function delegationAtOnce(
  address: Address,
  source: StateSource,
  view: (data: Uint8Array, stopsAt?: StopsAt) => ViewResult | undefined,
  selector?: Uint8Array,
): ViewResult | undefined {
  const steps = observationOf(address, source, selector);
  let step = steps.next();
  while (!step.done) {
    const run = view(step.value.data, step.value.stopsAt);
    if (run === undefined) return undefined;
    step = steps.next(run);
  }
  return step.value;
}

interface Asked {
  readonly data: Uint8Array;
  readonly stopsAt?: StopsAt;
}

type Observation = Generator<Asked, ViewResult, ViewResult>;

function observationOf(address: Address, source: StateSource, selector: Uint8Array | undefined): Observation {
  return selector === undefined
    ? observation(address, source)
    : namedObservation(address, Buffer.from(selector), source);
}

/** Asks for calls one by one. */
function* observation(address: Address, source: StateSource): Observation {
  const code = source.code(address);
  if (typeof code === 'string') return undecided([], { kind: 'missing', what: 'code', address });
  const runs: ViewResult[] = [];
  for (const data of undispatchedCalls(address, code)) {
    const run = yield { data };
    runs.push(run);
    if (run.reason) return undecided(runs, run.reason);
  }
  if (runs.some((run) => looksAtCall(run) && !own(run, address).some(isForward)))
    return undecided(runs, { kind: 'caller' });
  return observed(address, runs, found(address, runs, source));
}

/**
 * Observes where a contract passes calls of one function on: to the first account to which it delegates, in
 * its own context and with all call data, for this selector but not for one that it does not dispatch. An
 * account to which it delegates every call, as a clone of a diamond does, is passed through. Two calls have
 * the selector, one without arguments and one with random ones. They stop there: what the function does makes
 * no difference.
 */
function* namedObservation(address: Address, selector: Buffer, source: StateSource): Observation {
  const code = source.code(address);
  if (typeof code === 'string') return undecided([], { kind: 'missing', what: 'code', address });
  const [plain, random] = undispatchedCalls(address, code);
  if (plain === undefined || random === undefined) return observed(address, [], undefined);
  const other = yield { data: plain };
  if (other.reason) return undecided([other], other.reason);
  const isPassedOn = (call: CallMade): boolean => isForward(call) && call.from === address;
  const passedThrough = new Set(other.calls.filter(isPassedOn).map(placeOf));
  const stopsAt = (call: CallMade): boolean => isPassedOn(call) && !passedThrough.has(placeOf(call));
  const runs: ViewResult[] = [];
  for (const data of [selector, Buffer.concat([selector, random.subarray(SELECTOR_BYTES)])]) {
    const run = yield { data, stopsAt };
    runs.push(run);
    const isStopped = run.reason?.kind === 'stopped';
    if (run.reason && !isStopped) return undecided([other, ...runs], run.reason);
    if (looksAtCall(run) && !isStopped) return undecided([other, ...runs], { kind: 'caller' });
  }
  const targets = runs.map(({ calls, reason }) => (reason ? calls.at(-1)!.to : undefined));
  const [target] = targets;
  const isOne = target !== undefined && targets.every((one) => one === target);
  return observed(
    address,
    [other, ...runs],
    isOne ? { target, ...slotHolding(target, address, runs) } : undefined,
  );
}

/** Whether what it does may depend on caller, price or gas, which differ from call to call. */
const looksAtCall = ({ asksCaller, volatile }: ViewResult): boolean => asksCaller || volatile.includes('GAS');

const placeOf = ({ depth, to }: CallMade): string => `${depth} ${to}`;

/** The first slot of its own that a contract read and whose word contains the target, as packed slots do. */
function slotHolding(
  target: Address,
  address: Address,
  runs: readonly ViewResult[],
): { readonly slot?: Hex } {
  const digits = target.slice(2);
  const holds = (word: string): boolean => {
    for (let at = word.indexOf(digits); at !== -1; at = word.indexOf(digits, at + 1))
      if (at % 2 === 0) return true;
    return false;
  };
  const read = runs
    .flatMap(({ reads }) => reads)
    .find((one) => one.address === address && holds(one.value.toString(16).padStart(HEX_OF_WORD, '0')));
  return read ? { slot: slotHex(read.slot) } : {};
}

const slotHex = (slot: bigint): Hex => `0x${slot.toString(16).padStart(HEX_OF_WORD, '0')}`;

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

/** The target on which all calls agree. It must have code: an unset pointer leads to an account without. */
function found(
  address: Address,
  runs: readonly ViewResult[],
  source: StateSource,
): ObservedDelegation | undefined {
  const hasCode = (one: Address): boolean =>
    runs.some(({ codes }) => codes.includes(one)) && source.code(one).length > 0;
  const targets = runs.map((run) => onlyOne(own(run, address).filter(isForward)));
  const [target] = targets;
  if (target === undefined || targets.some((one) => one !== target) || !hasCode(target)) return undefined;
  const before = runs.map((run) => beforeForward(run, address));
  const beacon = onlyOne(before.flatMap(({ calls }) => calls).filter(({ to }) => hasCode(to)));
  const read = before
    .flatMap(({ reads }) => reads)
    .find((one) => one.address === address && addressOf(one.value) === target);
  const slot = read && slotHex(read.slot);
  return { target, ...(beacon && { beacon }), ...(slot && { slot }) };
}

/** Calls that the contract's own frame made. */
function own({ calls }: ViewResult, address: Address): CallMade[] {
  return calls.filter(({ depth, from }) => depth === 0 && from === address);
}

/**
 * The slots read, and the contract's own calls made, before it passes the input on: only they can name the
 * target.
 */
function beforeForward(run: ViewResult, address: Address): Pick<RunFootprint, 'reads' | 'calls'> {
  const calls = own(run, address);
  const forward = calls.findIndex(isForward);
  return {
    reads: run.reads.slice(0, calls[forward]!.readsBefore),
    calls: calls.slice(0, forward).filter(isCall),
  };
}

const isForward = ({ type, forwardsInput }: CallMade): boolean => type === 'delegatecall' && forwardsInput;
const isCall = ({ type }: CallMade): boolean => type === 'call' || type === 'staticcall';

function onlyOne(calls: readonly CallMade[]): Address | undefined {
  const accounts = new Set(calls.map(({ to }) => to));
  return accounts.size === 1 ? [...accounts][0] : undefined;
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
    asksCaller: runs.some(({ asksCaller }) => asksCaller),
    asksPrice: runs.some(({ asksPrice }) => asksPrice),
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

/** Whether the code is a designator, or has DELEGATECALL as an instruction and not as push data. */
function canDelegate(code: Uint8Array): boolean {
  if (code[0] === DESIGNATOR) return true;
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at]!;
    if (opcode === OP.DELEGATECALL) return true;
    if (opcode >= PUSH1 && opcode <= PUSH32) at += opcode - PUSH1 + 1;
  }
  return false;
}
