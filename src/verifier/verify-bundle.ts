import { type Bundle, blockHashes } from './bundle/bundle.schema.js';
import { NoBundle, readBundle } from './bundle/read-bundle.js';
import { type Attestation, Attestations } from './evidence/attestation.js';
import { EvidenceSource } from './evidence/evidence-source.js';
import { refutationOf } from './evidence/finding.js';
import { attestClaim } from './level/attest-claim.js';
import { type Canonicity, checkBundleCanonicity } from './level/check-canonicity.js';
import { checkEvidence, type RefSupport } from './level/check-evidence.js';
import { checkHashes } from './level/check-hashes.js';
import { checkInclusion } from './level/check-inclusion.js';
import { checkLog, type Logged } from './level/check-log.js';
import { checkRules } from './level/check-rules.js';
import type { Published } from './level/published.js';
import { checkBundledFrames } from './witness/check-bundled-frames.js';
import { checkBundledViews } from './witness/check-bundled-views.js';
import { EngineNotLoaded } from './witness/engine-not-loaded.js';

/**
 * V1: hashes of proofs. V2: definitions and stated facts. V3: evidence. V4: its inclusion in blocks. V5: a
 * log has the claim. V6: the blocks are Ethereum's.
 */
export type Level = 1 | 2 | 3 | 4 | 5 | 6;

export type Verification =
  | {
      readonly outcome: 'verified';
      readonly bundle: Bundle;
      readonly supports: ReadonlyMap<string, RefSupport>;
      /** The unproven parts. The beginning of the claim is always one. */
      readonly attested: readonly Attestation[];
      readonly logged: Logged;
      readonly canonicity: Canonicity;
    }
  /** `level` is the lowest level that fails. Higher levels were not checked. */
  | {
      readonly outcome: 'refuted';
      readonly bundle: Bundle;
      readonly level: Level;
      readonly place: string;
      readonly reason: string;
    }
  | { readonly outcome: 'no bundle'; readonly reason: string };

/**
 * Verifies the text of a bundle level by level.
 *
 * @param published what the reader knows besides the text. Rules that are not among its rules are listed as
 * attested
 * @param onHeld called after each level that holds
 * @throws EngineNotLoaded
 */
export async function verifyBundle(
  text: string,
  published: Published = { rules: new Map() },
  onHeld: (level: Level) => void = () => undefined,
): Promise<Verification> {
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
    onHeld(1);
    level = 2;
    const evaluated = checkRules(bundle);
    onHeld(2);
    level = 3;
    const source = new EvidenceSource(bundle);
    const attestations = new Attestations();
    await checkBundledViews(bundle, published.forks, source.read);
    await checkBundledFrames(bundle, published.forks, source);
    const supports = checkEvidence(bundle, evaluated, source, attestations);
    attestClaim(bundle, published.rules, source, attestations);
    onHeld(3);
    level = 4;
    checkInclusion(bundle, source);
    onHeld(4);
    level = 5;
    const logged = checkLog(bundle, published.log, source, attestations);
    if (logged.outcome === 'shown') onHeld(5);
    level = 6;
    const headers = blockHashes(bundle).map((hash) => [hash, bundle.blocks[hash]!] as const);
    const canonicity = await checkBundleCanonicity(new Map(headers), bundle.finality, published);
    if (canonicity.outcome === 'shown') onHeld(6);
    return { outcome: 'verified', bundle, supports, attested: attestations.all(), logged, canonicity };
  } catch (error) {
    if (error instanceof EngineNotLoaded) throw error;
    return { outcome: 'refuted', bundle, level, ...refutationOf(error) };
  }
}
