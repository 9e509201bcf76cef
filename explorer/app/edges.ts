import type { ClaimInterval } from '../claim/interval.js';
import type { Edge } from '../claim/relation-graph.js';
import { relationIntervals } from './claims.js';

/** Relations that an address is an end of. */
export interface Edges {
  readonly edges: readonly Edge[];
  /** Whether the list is cut, so that it has older edges only. */
  readonly isCut: boolean;
  /** Relations whose edges from the address are left out where they do not hold. */
  readonly coveredFamilies: readonly string[];
}

export async function edgesOf(address: string): Promise<Edges> {
  const [out, back] = await Promise.all([relationIntervals(address), relationIntervals(address, 'object')]);
  return {
    edges: [
      ...out.intervals.map((one) => edgeFrom(address, one)),
      ...back.intervals.map((one) => ({ ...one, subject: one.counterpart, object: address })),
    ],
    isCut: out.truncated || back.truncated,
    coveredFamilies: out.coveredFamilies,
  };
}

export const edgeFrom = (subject: string, one: ClaimInterval): Edge => ({
  ...one,
  subject,
  object: one.counterpart!,
});
