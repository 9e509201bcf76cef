import type { ClaimState } from '../part/mark.js';
import type { Coverage } from './chain.js';
import { type Data, get } from './service.js';

/** Blocks in which a claim held, both ends included; relations have a counterpart. */
export interface ClaimInterval {
  readonly attributeId: string;
  readonly startBlock: number;
  /** Unix seconds. */
  readonly startTime: number;
  /** Absent while it holds. */
  readonly endBlock?: number;
  readonly endTime?: number;
  readonly value?: string;
  readonly counterpart?: string;
  readonly proofHash: string;
}

/** The most intervals that one answer has. */
const LIMIT = 1000;

export type AttributeIntervals = Data<'addresses/{address}/attributes/intervals'>;
export type RelationIntervals = Data<'addresses/{address}/relations/intervals'>;

export const attributeIntervals = (address: string): Promise<AttributeIntervals> =>
  get('addresses/{address}/attributes/intervals', { path: { address }, query: { limit: LIMIT } });

export const relationIntervals = (
  address: string,
  direction: 'subject' | 'object' = 'subject',
): Promise<RelationIntervals> =>
  get('addresses/{address}/relations/intervals', { path: { address }, query: { direction, limit: LIMIT } });

/** @param block undefined for the newest */
export const holdsAt = ({ startBlock, endBlock }: ClaimInterval, block: number | undefined): boolean =>
  block === undefined
    ? endBlock === undefined
    : startBlock <= block && (endBlock === undefined || endBlock >= block);

/** Page of the proof of a claim. */
export function proofPage(subject: string, id: string, counterpart?: string): string {
  return `address/${subject}/proof/${id}${counterpart === undefined ? '' : `/${counterpart}`}`;
}

/** The family that coverage names for a claim: of a relation its id. */
export const familyOf = (id: string): string =>
  id.startsWith('relation:') ? id : id.slice(0, id.lastIndexOf(':'));

/** Blocks that are missing for a claim. */
export function gapsOf(
  id: string,
  coverage: Coverage | undefined,
): readonly { readonly fromBlock: number; readonly toBlock: number }[] {
  return coverage?.families.find(({ family }) => family === familyOf(id))?.gaps ?? [];
}

/** The state of a claim that holds in none of the known intervals. @param block undefined for the newest */
export function stateOfAbsent(
  id: string,
  block: number | undefined,
  coverage: Coverage | undefined,
): ClaimState {
  const family = coverage?.families.find(({ family }) => family === familyOf(id));
  if (family === undefined) return 'unknown';
  // What a missing block did may hold on.
  const isOpen = family.gaps.some(({ fromBlock }) => block === undefined || fromBlock <= block);
  return isOpen ? 'unknown' : 'not-proven';
}

/** Whether blocks are missing right before an interval, so that the claim may have held earlier. */
export const mayBeginEarlier = (
  { attributeId, startBlock }: Pick<ClaimInterval, 'attributeId' | 'startBlock'>,
  coverage: Coverage | undefined,
): boolean => gapsOf(attributeId, coverage).some(({ toBlock }) => toBlock === startBlock - 1);
