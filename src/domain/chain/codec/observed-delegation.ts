import type { Address, Hex } from '../hex.js';
import { answeredAddress } from './call-answer.js';

/** Where a contract delegates the calls that it does not dispatch, as a fact states it. */
export interface ObservedDelegation {
  /** The account whose code runs. */
  readonly target: Address;
  /** The one account with code that the contract itself called before; absent if it called none, or several. */
  readonly beacon?: Address;
  /** The slot of its own storage (32 bytes) that it read the target from; absent if the target comes from elsewhere. */
  readonly slot?: Hex;
}

/**
 * Prefix of the pseudo call data under which the delegation of calls to a selector is tracked; the selector
 * follows. ABI-encoded calls never have 8 bytes.
 */
export const NAMED_CALL = '0xffffffff';
const HEX_OF_NAMED_CALL = 18;
const SELECTOR = /^0x[0-9a-f]{8}$/;
const HEX_OF_WORD = 64;
const NO_BEACON = '0'.repeat(HEX_OF_WORD);

/**
 * Encodes a delegation like call output: the words of target and beacon (zero if there is none), then the
 * slot if there is one. No delegation is empty.
 */
export function encodeDelegation(delegation: ObservedDelegation | undefined): Buffer {
  if (delegation === undefined) return Buffer.alloc(0);
  const { target, beacon, slot = '0x' } = delegation;
  const words = wordOf(target) + (beacon ? wordOf(beacon) : NO_BEACON) + slot.slice(2);
  return Buffer.from(words, 'hex');
}

/** Undefined for an output that `encodeDelegation` does not give for a delegation. */
export function decodeDelegation(output: Hex): ObservedDelegation | undefined {
  const words = output.slice(2);
  if (words.length !== 2 * HEX_OF_WORD && words.length !== 3 * HEX_OF_WORD) return undefined;
  const [first, second, slot] = [0, 1, 2].map((at) => words.slice(at * HEX_OF_WORD, (at + 1) * HEX_OF_WORD));
  const target = answeredAddress(`0x${first!}`);
  const beacon = answeredAddress(`0x${second!}`);
  if (target === undefined || beacon === undefined) return undefined;
  return {
    target,
    ...(second !== NO_BEACON && { beacon }),
    ...(slot !== '' && { slot: `0x${slot!}` as Hex }),
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

const wordOf = (address: Address): string => address.slice(2).padStart(HEX_OF_WORD, '0');
