import type { ProvenClaim } from '../../evaluator/evaluate/evaluation.js';

/**
 * The claims at a block, with those of the block before in place of claims with the same proof. A contract
 * may have thousands of relations over thousands of blocks, of which each block changes a few: so each text
 * of a proof is in memory once.
 *
 * @param claims ascending by object, like `before`
 */
export function reuseEqualClaims(
  claims: readonly ProvenClaim[],
  before: readonly ProvenClaim[],
): readonly ProvenClaim[] {
  let at = 0;
  return claims.map((claim) => {
    const { object = '', proofHash } = claim;
    while (at < before.length && (before[at]!.object ?? '') < object) at++;
    const one = before[at];
    return one?.proofHash === proofHash && one.object === claim.object ? one : claim;
  });
}
