import type { Address, Hex } from '../hex.js';
import { answeredAddress } from './call-answer.js';

/** An account to which a contract passes calls on, and where it has the address of that account from. */
export interface Hop {
  /** The account whose code runs. */
  readonly target: Address;
  /**
   * The one account with code that was called before, if code or storage other than the contract's own decides the
   * target; absent if none was called, or several.
   */
  readonly beacon?: Address;
  /** The slots of the contract's own storage (32 bytes) that were read before, hold the target and decide it. */
  readonly slots: readonly Hex[];
  /** Whether storage was read or contracts were called before, and neither such a slot nor code that ran until then holds the target. */
  readonly isDerived?: boolean;
  /** The contract whose code runs, if the target is an account that delegates by EIP-7702: its key can change the code. */
  readonly delegate?: Address;
}

/**
 * Where a contract delegates the calls that it does not dispatch. All this code runs in the contract's own name: the
 * first account may pass the calls on as well, and the last does not.
 */
export type ObservedDelegation = readonly [Hop, ...Hop[]];

/**
 * Prefix of the pseudo call data under which the delegation of calls to a selector is tracked; the selector
 * follows. ABI-encoded calls never have 8 bytes.
 */
export const NAMED_CALL = '0xffffffff';
const HEX_OF_NAMED_CALL = 18;
const SELECTOR = /^0x[0-9a-f]{8}$/;
const HEX_OF_WORD = 64;
const NONE = '0'.repeat(HEX_OF_WORD);
/** Words of a hop without its slots. */
const HEAD = 4;
const DERIVED = 1;
const ACCOUNT = 2;

/**
 * Encodes a delegation like call output. One hop is the words of target and beacon (zero if there is none), then
 * the slot if there is one. Where that does not say all, each hop is target, beacon, flags, the number of slots, the
 * slots and the delegate if there is one, which is longer. No delegation is empty.
 */
export function encodeDelegation(delegation: ObservedDelegation | undefined): Buffer {
  if (delegation === undefined) return Buffer.alloc(0);
  const [{ target, beacon, slots }] = delegation;
  const words = isPlain(delegation) ? [target, beacon ?? '0x', ...slots] : delegation.flatMap(wordsOf);
  return Buffer.from(words.map((word) => word.slice(2).padStart(HEX_OF_WORD, '0')).join(''), 'hex');
}

function isPlain([{ slots, isDerived, delegate }, ...others]: ObservedDelegation): boolean {
  return others.length === 0 && slots.length < 2 && !isDerived && !delegate;
}

function wordsOf({ target, beacon, slots, isDerived, delegate }: Hop): string[] {
  const flags = (isDerived ? DERIVED : 0) + (delegate ? ACCOUNT : 0);
  const head = [target, beacon ?? '0x', numberHex(flags), numberHex(slots.length)];
  return [...head, ...slots, ...(delegate ? [delegate] : [])];
}

const numberHex = (value: number): string => `0x${value.toString(16)}`;

/** Undefined for an output that `encodeDelegation` does not give for a delegation. */
export function decodeDelegation(output: Hex): ObservedDelegation | undefined {
  const hex = output.slice(2);
  if (hex.length === 0 || hex.length % HEX_OF_WORD !== 0) return undefined;
  const words: string[] = [];
  for (let at = 0; at < hex.length; at += HEX_OF_WORD) words.push(hex.slice(at, at + HEX_OF_WORD));
  const delegation = words.length < HEAD ? plainOf(words) : hopsOf(words);
  const isCanonical =
    delegation !== undefined && encodeDelegation(delegation).toString('hex') === hex.toLowerCase();
  return isCanonical ? delegation : undefined;
}

function plainOf([first, second, ...slots]: readonly string[]): ObservedDelegation | undefined {
  const hop = second === undefined ? undefined : hopOf(first!, second, slots);
  return hop && [hop];
}

function hopsOf(words: readonly string[]): ObservedDelegation | undefined {
  const hops: Hop[] = [];
  for (let at = 0; at < words.length; ) {
    const [first, second, flags, count] = words.slice(at, at + HEAD);
    const slotsEnd = at + HEAD + Number(`0x${count ?? 'f'}`);
    const isAccount = (Number(`0x${flags ?? '0'}`) & ACCOUNT) > 0;
    const end = slotsEnd + (isAccount ? 1 : 0);
    if (count === undefined || end > words.length) return undefined;
    const hop = hopOf(first!, second!, words.slice(at + HEAD, slotsEnd), Number(`0x${flags!}`));
    const delegate = isAccount ? answeredAddress(`0x${words[slotsEnd]!}`) : undefined;
    if (hop === undefined || (isAccount && delegate === undefined)) return undefined;
    hops.push({ ...hop, ...(delegate && { delegate }) });
    at = end;
  }
  return hops as [Hop, ...Hop[]];
}

function hopOf(first: string, second: string, slots: readonly string[], flags = 0): Hop | undefined {
  const target = answeredAddress(`0x${first}`);
  const beacon = answeredAddress(`0x${second}`);
  if (target === undefined || beacon === undefined) return undefined;
  return {
    target,
    ...(second !== NONE && { beacon }),
    slots: slots.map((slot): Hex => `0x${slot}`),
    ...(flags & DERIVED && { isDerived: true }),
  };
}

/** The pseudo call data for a selector; undefined for a text that is not one. */
export function namedCallData(selector: string): Hex | undefined {
  return SELECTOR.test(selector) ? `${NAMED_CALL}${selector.slice(2)}` : undefined;
}

/** The selector of pseudo call data; undefined for other data. */
export function selectorNamed(data: string): Hex | undefined {
  const isNamed = data.length === HEX_OF_NAMED_CALL && data.startsWith(NAMED_CALL);
  return isNamed ? `0x${data.slice(NAMED_CALL.length)}` : undefined;
}
