import { canonicalJson, digestText } from '../../domain/canonical/canonical-json.js';
import type { Bundle } from '../bundle/bundle.schema.js';
import { demand } from '../evidence/finding.js';

/**
 * V1: every proof has the hash that names it, and the proofs are exactly that of the bundle and all that it
 * rests on.
 *
 * @throws Refuted
 */
export function checkHashes({ proof, proofs }: Bundle): void {
  for (const [hash, fields] of Object.entries(proofs))
    demand(digestText(canonicalJson(fields)) === hash, `proof ${hash}`, 'its fields have another hash');
  const needed = new Set<string>();
  const add = (hash: string, place: string): void => {
    if (needed.has(hash)) return;
    const fields = proofs[hash];
    demand(fields !== undefined, place, `proof ${hash} is not in the bundle`);
    needed.add(hash);
    for (const dependency of fields.dependencyProofRefs) add(dependency, `proof ${hash}`);
  };
  add(proof, 'the bundle');
  for (const hash of Object.keys(proofs)) demand(needed.has(hash), `proof ${hash}`, 'nothing rests on it');
}
