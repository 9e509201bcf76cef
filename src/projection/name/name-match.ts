import { CLOSENESS, type Closeness, closenessOf, folded, lengthOf, type MatchedOn } from './findable-text.js';
import { type Presentation, standingGroup } from './presentation.js';
import type { PresentedAddress } from './presented-address.js';

/** A text by which an address is found. */
export interface AddressText {
  readonly matchedOn: MatchedOn;
  readonly text: string;
}

/** An address that a query may mean, with what decides its rank. */
export interface NameMatch extends PresentedAddress {
  readonly matchedOn: MatchedOn;
  readonly closeness: Closeness;
  readonly length: number;
}

/** The name by which the address is known, and its declarations as a token. */
export function textsOf({ presentation, declaration }: PresentedAddress): AddressText[] {
  const said: readonly (readonly [MatchedOn, string | undefined])[] = [
    ['name', knownName(presentation)],
    ...(typeof declaration === 'object'
      ? ([
          ['token_symbol', declaration.symbol],
          ['token_name', declaration.name],
        ] as const)
      : []),
  ];
  return said.flatMap(([matchedOn, text]) => (text ? [{ matchedOn, text }] : []));
}

/** The name, unless only the contract declares it: then it is found as that of a token. */
const knownName = ({ name, nameStanding }: Presentation) =>
  nameStanding === 'qualified' || nameStanding === 'unknown' ? undefined : name;

/** The best match of a folded query among the texts of an address; undefined when none contains it. */
export function matchOf(query: string, address: PresentedAddress): NameMatch | undefined {
  return textsOf(address)
    .flatMap(({ matchedOn, text }): NameMatch[] => {
      const closeness = closenessOf(query, folded(text), matchedOn);
      return closeness === undefined ? [] : [{ ...address, matchedOn, closeness, length: lengthOf(text) }];
    })
    .sort(inOrder)[0];
}

/** By group, then closeness, then number of holders (descending), then length of the text, then address. */
export function inOrder(one: NameMatch, other: NameMatch): number {
  return (
    standingGroup(one.presentation) - standingGroup(other.presentation) ||
    CLOSENESS.indexOf(one.closeness) - CLOSENESS.indexOf(other.closeness) ||
    holdersOf(other) - holdersOf(one) ||
    one.length - other.length ||
    (one.address < other.address ? -1 : Number(one.address > other.address))
  );
}

/** A token whose holders were not counted comes after those with a count. */
export const UNCOUNTED = -1;

export function holdersOf({ declaration }: PresentedAddress): number {
  return typeof declaration === 'object' ? (declaration.holders ?? UNCOUNTED) : UNCOUNTED;
}
