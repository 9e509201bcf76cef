import type { Address } from '../../domain/chain/hex.js';
import { keccak256OfParts } from '../../domain/crypto/keccak.js';
import type { RunFootprint, ViewResult } from './run/view-result.js';

const ADDRESS_BYTES = 20;
const NOTHING = new Uint8Array(0);

/** An account that has nothing and is not the zero address; another one for each call. */
export function otherCaller(to: Address, data: Uint8Array): Address {
  const hash = keccak256OfParts(Buffer.from(to), data);
  return `0x${Buffer.from(hash.subarray(-ADDRESS_BYTES)).toString('hex')}`;
}

/** Whether a result may depend on who asks for it: a run that came to its end, and asked for what differs from call to call. */
export function mayDependOnCaller({ asks, reason }: ViewResult): boolean {
  return asks > 0 && reason === undefined;
}

/**
 * Whether a result depends on who asks for it: another caller gets another one, or has it from other places,
 * such as those that belong to the caller; or it asks for the price of gas, which people pay and the call does not.
 *
 * @param other the result for another caller
 */
export function dependsOnCaller(own: ViewResult, other: ViewResult): boolean {
  const isSame =
    own.outcome === other.outcome &&
    Buffer.compare(own.output, other.output) === 0 &&
    placesOf(own) === placesOf(other);
  return own.asksPrice || !isSame;
}

/**
 * A view call that a claim rests on: undecided if its result depends on who asks for it. Undefined if it is for
 * another interpreter.
 *
 * @param view the call from a caller, the zero address if left out
 */
export function viewForAll(
  to: Address,
  data: Uint8Array,
  view: (caller?: Address) => ViewResult | undefined,
): ViewResult | undefined {
  const own = view();
  if (own === undefined || !mayDependOnCaller(own)) return own;
  const other = view(otherCaller(to, data));
  if (other === undefined) return undefined;
  if (!dependsOnCaller(own, other)) return own;
  return { ...own, outcome: 'undecided', output: NOTHING, gasUsed: 0, reason: { kind: 'caller' } };
}

/** What a run read, as one text. */
function placesOf({ reads, codes, looked }: RunFootprint): string {
  return [
    ...reads.map(({ address, slot }) => `${address} ${slot}`),
    ...codes,
    ...looked.map(({ address, field }) => `${address} ${field}`),
  ].join();
}
