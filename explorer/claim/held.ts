import type { Families } from './coverage.js';
import { type ClaimInterval, holdsAt } from './interval.js';

/** When claims of one kind held of an address. */
export interface History {
  /** Ascending by start. Where the history is truncated, only the first ones. */
  readonly intervals: readonly ClaimInterval[];
  /** Without families in which anything was ever undecided about the address. */
  readonly coveredFamilies: readonly string[];
  readonly truncated: boolean;
}

/** When attributes held, and relations that the address is the subject of. */
export interface Histories {
  readonly attributes: History;
  readonly relations: History;
}

/** What holds of an address at a block. */
export interface Held {
  readonly attributes: readonly ClaimInterval[];
  /** Relations that the address is the subject of. */
  readonly relations: readonly ClaimInterval[];
  /** Families and ids in which something else may hold that is unknown, even where no block is missing. */
  readonly open: readonly string[];
}

/** Families of claims that a history leaves out. */
export const leftOut = (
  kind: 'attribute' | 'relation',
  { coveredFamilies }: Pick<History, 'coveredFamilies'>,
  { families }: Families,
): readonly string[] =>
  families
    .filter((one) => one.kind === kind && !coveredFamilies.includes(one.family))
    .map(({ family }) => family);

/** Whether what holds at a block follows from the histories alone. */
export const areWhole = ({ attributes, relations }: Histories, coverage: Families): boolean =>
  !attributes.truncated &&
  !relations.truncated &&
  leftOut('attribute', attributes, coverage).length === 0 &&
  leftOut('relation', relations, coverage).length === 0;

/** What holds at a block, from histories that are whole. @param block undefined for the newest */
export const heldByHistory = ({ attributes, relations }: Histories, block: number | undefined): Held => ({
  attributes: attributes.intervals.filter((one) => holdsAt(one, block)),
  relations: relations.intervals.filter((one) => holdsAt(one, block)),
  open: [],
});

type AtBlock = Pick<History, 'intervals' | 'coveredFamilies'>;

/**
 * What holds at a block, from the answers about the block itself.
 *
 * @param screened says of each risk what the attributes say only of a whole family
 */
export function heldByBlock(
  screened: { readonly risks: readonly ClaimInterval[]; readonly undecided: readonly string[] },
  attributes: AtBlock,
  relations: AtBlock,
  coverage: Families,
): Held {
  const { risks, undecided } = screened;
  const isListed = ({ attributeId }: ClaimInterval) =>
    attributes.intervals.some((one) => one.attributeId === attributeId);
  return {
    attributes: [...attributes.intervals, ...risks.filter((one) => !isListed(one))],
    relations: relations.intervals,
    open: [
      ...leftOut('attribute', attributes, coverage).filter((family) => family !== 'risk'),
      ...leftOut('relation', relations, coverage),
      ...undecided,
    ],
  };
}

/** A history with the intervals added that hold and that it leaves out. */
export function withHeld<Interval extends ClaimInterval>(
  intervals: readonly Interval[],
  held: readonly Interval[],
): readonly Interval[] {
  const key = ({ attributeId, counterpart = '', startBlock }: ClaimInterval) =>
    `${attributeId} ${counterpart} ${startBlock}`;
  const listed = new Set(intervals.map(key));
  return [...intervals, ...held.filter((one) => !listed.has(key(one)))];
}
