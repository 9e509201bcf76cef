import { canonicalJson, digestText } from '../../domain/canonical/canonical-json.js';
import type { Attested, Statement } from './bundle.schema.js';

/**
 * Digest of the service's statement for a proof at a block. It detects damage to parts that nothing else
 * binds, such as the end of a search without results. A forger of the statement can forge the digest as
 * well, so such parts are reported as attested.
 */
export function statementDigest(
  proofHash: string,
  block: number,
  { digest: _, ...rest }: Omit<Statement, 'digest'> & { digest?: string },
): string {
  return digestText(canonicalJson([proofHash, block, rest]));
}

/** Digest of attested evidence, which detects damage in the same way. */
export function attestedDigest(ref: string, attested: object & { digest?: string }): string {
  const { digest: _, ...rest } = attested;
  return digestText(canonicalJson([ref, rest]));
}

export type Undigested<One extends Attested = Attested> = One extends Attested ? Omit<One, 'digest'> : never;
