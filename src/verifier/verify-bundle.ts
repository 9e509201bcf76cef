import type { Bundle } from './bundle/bundle.schema.js';
import { NoBundle, readBundle } from './bundle/read-bundle.js';
import { Material } from './evidence/material.js';
import { checkEvidence, type RefSupport } from './level/check-evidence.js';
import { checkHashes } from './level/check-hashes.js';
import { checkInclusion } from './level/check-inclusion.js';
import { checkRules } from './level/check-rules.js';
import { Refuted } from './level/finding.js';

/** V1 the hashes, V2 definitions and stated facts, V3 the evidence, V4 its inclusion in blocks. */
export type Level = 1 | 2 | 3 | 4;

export type Verification =
  | {
      readonly outcome: 'verified';
      readonly bundle: Bundle;
      readonly supports: ReadonlyMap<string, RefSupport>;
    }
  /** `level`: the lowest that does not hold; those above it were not looked at. */
  | {
      readonly outcome: 'refuted';
      readonly bundle: Bundle;
      readonly level: Level;
      readonly place: string;
      readonly reason: string;
    }
  | { readonly outcome: 'no bundle'; readonly reason: string };

/** Checks the text of a bundle, level by level, with nothing but the text. */
export function verifyBundle(text: string): Verification {
  let bundle: Bundle;
  try {
    bundle = readBundle(text);
  } catch (error) {
    if (error instanceof NoBundle) return { outcome: 'no bundle', reason: error.message };
    throw error;
  }
  let level: Level = 1;
  try {
    checkHashes(bundle);
    level = 2;
    const bindings = checkRules(bundle);
    level = 3;
    const material = new Material(bundle);
    const supports = checkEvidence(bundle, bindings, material);
    level = 4;
    checkInclusion(bundle, material);
    return { outcome: 'verified', bundle, supports };
  } catch (error) {
    if (!(error instanceof Refuted)) throw error;
    return { outcome: 'refuted', bundle, level, place: error.place, reason: error.reason };
  }
}
