import type { ClaimChange } from '../model/engine-store.js';
import type { NewSegment } from '../model/segment.js';
import { packProof } from '../store/packed-proof.js';

/** Claims with their proofs in one buffer: a proof takes a thousand bytes as text, and most are alike. */
export interface PackedClaims {
  /** The text of a packed proof is empty here. */
  readonly claims: readonly ClaimChange[];
  readonly templates: readonly string[];
  /** Two numbers for each new segment, in order: its template, and where its values end. */
  readonly places: Uint32Array;
  readonly values: Uint8Array;
}

/** Stands for the number of a template where a proof is not packed. */
const AS_TEXT = 0xffff_ffff;

/** @param events positions of block events, by block hash; left out where proofs stay text */
export function packClaims(
  claims: readonly ClaimChange[],
  events?: ReadonlyMap<string, number>,
): PackedClaims {
  const templates = new Map<string, number>();
  const values: Buffer[] = [];
  const places: number[] = [];
  let end = 0;
  const packed = (subject: string, segment: NewSegment): NewSegment => {
    const { proof } = segment;
    const found =
      events && typeof proof === 'string'
        ? packProof(proof, subject.slice(2), segment.object.slice(2), events)
        : undefined;
    if (found === undefined) {
      places.push(AS_TEXT, end);
      return segment;
    }
    if (!templates.has(found.template)) templates.set(found.template, templates.size);
    end += found.values.length;
    values.push(found.values);
    places.push(templates.get(found.template)!, end);
    return { ...segment, proof: '' };
  };
  return {
    claims: claims.map((change) => ({
      ...change,
      added: change.added.map((segment) => packed(change.subject, segment)),
    })),
    templates: [...templates.keys()],
    places: Uint32Array.from(places),
    // Copied, because to post a pooled buffer would copy the whole pool.
    values: Uint8Array.from(Buffer.concat(values)),
  };
}

/** The claims, each new segment with its packed proof. */
export function unpackClaims({ claims, templates, places, values }: PackedClaims): readonly ClaimChange[] {
  let at = 0;
  let start = 0;
  const unpacked = (segment: NewSegment): NewSegment => {
    const [template, end] = [places[at]!, places[at + 1]!];
    at += 2;
    if (template === AS_TEXT) return segment;
    const proof = { template: templates[template]!, values: Buffer.from(values.buffer, start, end - start) };
    start = end;
    return { ...segment, proof };
  };
  return claims.map((change) => ({ ...change, added: change.added.map(unpacked) }));
}
