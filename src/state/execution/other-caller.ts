import type { Address } from '../../domain/chain/hex.js';
import { keccak256OfParts } from '../../domain/crypto/keccak.js';
import type { CallConditions } from './run/call-convention.js';
import type { RunFootprint, ViewResult } from './run/view-result.js';

const ADDRESS_BYTES = 20;
const NOTHING = new Uint8Array(0);

/** An account that has nothing and is not the zero address; another one for each call. */
export function otherCaller(to: Address, data: Uint8Array): Address {
  const hash = keccak256OfParts(Buffer.from(to), data);
  return `0x${Buffer.from(hash.subarray(-ADDRESS_BYTES)).toString('hex')}`;
}

/**
 * The conditions under which a call has to be executed again, because its result may depend on who asks for it: for a
 * run that came to its end, another caller if it asked for what differs from call to call, and warm accounts and slots
 * if a frame ran out of the gas that its caller asked for.
 */
export function otherConditions(
  to: Address,
  data: Uint8Array,
  { asks, starves, reason }: ViewResult,
): readonly CallConditions[] {
  if (reason !== undefined) return [];
  return [
    ...(asks > 0 ? [{ caller: otherCaller(to, data) }] : []),
    ...(starves ? [{ isWarm: true as const }] : []),
  ];
}

/**
 * Whether a result depends on who asks for it: under other conditions there is another one, or it comes from other
 * places, such as those that belong to the caller, or is good for other blocks; or it asks for the price of gas, which people pay and the call does not.
 *
 * @param other the result under other conditions
 */
export function dependsOnCaller(own: ViewResult, other: ViewResult): boolean {
  const isSame =
    own.outcome === other.outcome &&
    Buffer.compare(own.output, other.output) === 0 &&
    placesOf(own) === placesOf(other) &&
    own.volatile.join() === other.volatile.join();
  return own.asksPrice || !isSame;
}

/**
 * A view call that a claim rests on: undecided if its result depends on who asks for it. Undefined if it is for
 * another interpreter.
 *
 * @param view the call, by convention if no conditions are given
 */
export function viewForAll(
  to: Address,
  data: Uint8Array,
  view: (conditions?: CallConditions) => ViewResult | undefined,
): ViewResult | undefined {
  const own = view();
  if (own === undefined) return undefined;
  for (const conditions of otherConditions(to, data, own)) {
    const other = view(conditions);
    if (other === undefined) return undefined;
    if (dependsOnCaller(own, other))
      return { ...own, outcome: 'undecided', output: NOTHING, gasUsed: 0, reason: { kind: 'caller' } };
  }
  return own;
}

/** What a run read, as one text. */
function placesOf({ reads, codes, looked }: RunFootprint): string {
  return [
    ...reads.map(({ address, slot }) => `${address} ${slot}`),
    ...codes,
    ...looked.map(({ address, field }) => `${address} ${field}`),
  ].join();
}
