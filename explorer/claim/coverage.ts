import { OF_RISK_FAMILIES } from '../../src/api/screening/risk.js';
import type { ClaimInterval } from './interval.js';

/** The states of a claim. Not proven and unknown are never the same. */
export type ClaimState = 'proven' | 'not-proven' | 'unknown';

interface BlockRange {
  readonly fromBlock: number;
  readonly toBlock: number;
}

/** The families of claims, with the blocks that are missing for each. */
export interface Families {
  readonly families: readonly {
    readonly family: string;
    readonly kind: 'chain' | 'attribute' | 'relation';
    readonly gaps: readonly BlockRange[];
  }[];
}

/** The name of the claim's family in coverage; for a relation, its id. */
export const familyOf = (id: string): string =>
  id.startsWith('relation:') ? id : id.slice(0, id.lastIndexOf(':'));

/** Blocks that are missing for a claim. */
export function gapsOf(id: string, coverage: Families | undefined): readonly BlockRange[] {
  return coverage?.families.find(({ family }) => family === familyOf(id))?.gaps ?? [];
}

/**
 * The state of a claim that is not known to hold.
 *
 * @param block undefined for the newest
 * @param open what is unknown about the address, as in `Held`
 */
export function stateOfAbsent(
  id: string,
  block: number | undefined,
  coverage: Families | undefined,
  open: readonly string[] = [],
): ClaimState {
  const family = coverage?.families.find(({ family }) => family === familyOf(id));
  if (family === undefined || open.includes(id) || open.includes(family.family)) return 'unknown';
  // What a missing block changed may still hold.
  const isOpen = family.gaps.some(({ fromBlock }) => block === undefined || fromBlock <= block);
  return isOpen ? 'unknown' : 'not-proven';
}

/** The state of an empty list of records of the chain. @param kind of the records, as coverage names it */
export function stateOfNone(kind: 'blocks' | 'frames', coverage: Families | undefined): ClaimState {
  const family = coverage?.families.find(({ family }) => family === kind);
  return family === undefined || family.gaps.length > 0 ? 'unknown' : 'not-proven';
}

/**
 * The last block for which a code is known; undefined if that is the newest.
 * @param changedIn the last block that is known to have changed it
 */
export function codeKnownThrough(changedIn: number, coverage: Families | undefined): number | undefined {
  const gaps = coverage?.families.find(({ family }) => family === 'state_diff')?.gaps ?? [];
  const next = gaps.find(({ fromBlock }) => fromBlock > changedIn);
  return next && next.fromBlock - 1;
}

/** Whether blocks are missing that may show a risk. @param block undefined for the newest */
export const isRiskMissing = (block: number | undefined, coverage: Families | undefined): boolean =>
  OF_RISK_FAMILIES.some((id) => stateOfAbsent(id, block, coverage) === 'unknown');

/** Whether blocks are missing right after an interval, so that the claim may have held on. */
export const mayEndLater = (
  { attributeId, endBlock }: Pick<ClaimInterval, 'attributeId' | 'endBlock'>,
  coverage: Families | undefined,
): boolean =>
  endBlock !== undefined && gapsOf(attributeId, coverage).some(({ fromBlock }) => fromBlock === endBlock + 1);

/** Whether blocks are missing right before an interval, so that the claim may have held earlier. */
export const mayBeginEarlier = (
  { attributeId, startBlock }: Pick<ClaimInterval, 'attributeId' | 'startBlock'>,
  coverage: Families | undefined,
): boolean => gapsOf(attributeId, coverage).some(({ toBlock }) => toBlock === startBlock - 1);
