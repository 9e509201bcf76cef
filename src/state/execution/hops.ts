import type { Hop } from '../../domain/chain/codec/observed-delegation.js';
import type { Address } from '../../domain/chain/hex.js';
import { isInCode } from './pushed-address.js';
import { OP } from './run/opcode.js';
import type { StateSource } from './run/state-source.js';
import type { CallMade, CallType, SlotRead, ViewResult } from './run/view-result.js';
import { wordHolds } from './slot-word.js';

const PUSH1 = 0x60;
const PUSH32 = 0x7f;
/** The first byte of an EIP-7702 designator, and the place of the delegate in it. */
const DESIGNATOR = 0xef;
const DELEGATE_AT = 3;
const DESIGNATOR_BYTES = 23;
/** Calls that run other code in the name of what makes them. */
const OWN_CONTEXT: ReadonlySet<CallType> = new Set(['delegatecall', 'callcode']);
const NO_CODE = new Uint8Array(0);

/** A hop with all that may name its target: what of it does is for substitutes to tell. */
export interface HopFound extends Pick<Hop, 'target' | 'beacon' | 'delegate'> {
  /** The slots of the contract's own storage that were read before and hold the target. */
  readonly slots: readonly bigint[];
  /** Whether storage was read or contracts were called before. */
  readonly isAsked: boolean;
  /** Whether code that ran until then holds the target. */
  readonly isInCode: boolean;
}

/** The accounts to which all calls are passed on, one after the other. */
interface Way {
  readonly hops: readonly HopFound[];
  /** The accounts whose code ran in the contract's name, with the delegates whose code that is. */
  readonly own: ReadonlySet<Address>;
  /**
   * Whether other calls may be passed on further, or elsewhere: these went to several accounts, or the last code
   * asked for what differs from call to call, and could pass calls on.
   */
  readonly isOpen: boolean;
}

/**
 * Follows the calls of runs of one contract. Each hop is the one account with code on which all runs agree: an unset
 * pointer leads to an account without.
 */
export function wayOf(address: Address, runs: readonly ViewResult[], source: StateSource): Way {
  const codes = new RunCodes(runs, source);
  const own = runs.map(({ calls }) => calls.filter(madeByOwn()));
  const hops: HopFound[] = [];
  const ran = [address];
  const way = (isOpen: boolean): Way => ({ hops, own: ownCodes(address, runs, codes), isOpen });
  for (;;) {
    const depth = hops.length;
    const forwards = own.map((calls) => calls.filter((call) => call.depth === depth && isForward(call)));
    const targets = new Set(forwards.flat().map(({ to }) => to));
    const [target] = targets;
    if (target === undefined || ![...targets].some((one) => codes.has(one))) {
      const asks = runs.some(
        (run, at) => forwards[at]!.length === 0 && run.asks > asksBefore(own[at]!, depth - 1),
      );
      return way(asks && canDelegate(codes.of(ran.at(-1)!)));
    }
    if (targets.size > 1 || forwards.some((calls) => calls.length === 0)) return way(true);
    const before = runs.map((run, at) => beforeForward(run, own[at]!, forwards[at]![0]!));
    hops.push(hopTo(target, { address, before, ran, codes }));
    ran.push(target);
  }
}

/** How often a run had asked when it last passed the call on at a depth. */
function asksBefore(own: readonly CallMade[], depth: number): number {
  return own.findLast((call) => call.depth === depth && isForward(call))?.asksBefore ?? 0;
}

/**
 * Tells, of all calls of a run in order, those that the contract made, or code to which it passed the whole call on, in
 * its own name.
 */
export function madeByOwn(): (call: CallMade) => boolean {
  const isOwn = [true];
  return (call) => {
    const isMadeByOwn = isOwn[call.depth]!;
    isOwn[call.depth + 1] = isMadeByOwn && isForward(call);
    return isMadeByOwn;
  };
}

function ownCodes(address: Address, runs: readonly ViewResult[], codes: RunCodes): ReadonlySet<Address> {
  const calls = runs.flatMap((run) => run.calls);
  const ran = calls.filter(({ type, from }) => from === address && OWN_CONTEXT.has(type)).map(({ to }) => to);
  const named = [address, ...ran];
  return new Set([...named, ...named.flatMap((one) => codes.delegateOf(one) ?? [])]);
}

/** What a run read and called before it passed the call on: only that can name the target. */
interface Before {
  readonly reads: readonly SlotRead[];
  /** Of the code that passes the call on; where it called nothing, of all code that ran until then. */
  readonly called: readonly Address[];
}

function beforeForward({ reads }: ViewResult, own: readonly CallMade[], forward: CallMade): Before {
  const calls = own.slice(0, own.indexOf(forward)).filter(isCall);
  const nearest = calls.filter(({ depth }) => depth === forward.depth);
  return {
    reads: reads.slice(0, forward.readsBefore),
    called: (nearest.length > 0 ? nearest : calls).map(({ to }) => to),
  };
}

interface Passed {
  /** The contract. */
  readonly address: Address;
  readonly before: readonly Before[];
  /** Accounts whose code ran in its name until then. */
  readonly ran: readonly Address[];
  readonly codes: RunCodes;
}

function hopTo(target: Address, { address, before, ran, codes }: Passed): HopFound {
  const reads = before.flatMap((one) => one.reads).filter((read) => read.address === address);
  const slots = new Set(reads.filter(({ value }) => wordHolds(value, target)).map(({ slot }) => slot));
  const called = new Set(before.flatMap((one) => one.called).filter((one) => codes.has(one)));
  const [beacon] = called.size === 1 ? called : [];
  const delegate = codes.delegateOf(target);
  return {
    target,
    ...(beacon && { beacon }),
    slots: [...slots],
    isAsked: reads.length + called.size > 0,
    isInCode: ran.some((one) => isInCode(target, codes.of(one))),
    ...(delegate && { delegate }),
  };
}

export const isForward = ({ type, forwardsInput }: CallMade): boolean =>
  type === 'delegatecall' && forwardsInput;
const isCall = ({ type }: CallMade): boolean => type === 'call' || type === 'staticcall';

/** Whether the code is a designator, or has DELEGATECALL as an instruction and not as push data. */
export function canDelegate(code: Uint8Array): boolean {
  if (code[0] === DESIGNATOR) return true;
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at]!;
    if (opcode === OP.DELEGATECALL) return true;
    if (opcode >= PUSH1 && opcode <= PUSH32) at += opcode - PUSH1 + 1;
  }
  return false;
}

/** The codes that runs read, and no other. */
class RunCodes {
  readonly #read: ReadonlySet<Address>;

  constructor(
    runs: readonly ViewResult[],
    private readonly source: StateSource,
  ) {
    this.#read = new Set(runs.flatMap(({ codes }) => codes));
  }

  /** Whether a call of the account runs code. */
  has(account: Address): boolean {
    return this.of(account).length > 0;
  }

  /** The code that a call of the account runs: that of its delegate, if it delegates. */
  of(account: Address): Uint8Array {
    const delegate = this.delegateOf(account);
    if (delegate === undefined) return this.#stored(account);
    const code = this.#stored(delegate);
    return isDesignator(code) ? NO_CODE : code;
  }

  delegateOf(account: Address): Address | undefined {
    const code = this.#stored(account);
    return isDesignator(code) ? `0x${Buffer.from(code.subarray(DELEGATE_AT)).toString('hex')}` : undefined;
  }

  #stored(account: Address): Uint8Array {
    const code = this.#read.has(account) ? this.source.code(account) : NO_CODE;
    return typeof code === 'string' ? NO_CODE : code;
  }
}

const isDesignator = (code: Uint8Array): boolean =>
  code.length === DESIGNATOR_BYTES && code[0] === DESIGNATOR;
