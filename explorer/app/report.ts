import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { claimText, readClaim } from './claim-text.js';
import type { ClaimInterval } from './claims.js';
import { intervalsOf } from './intervals-of.js';
import { bundleOf, type ClaimName, type ProofRecord, proofOf } from './proof.js';
import { type Data, get, Refused } from './service.js';

type Explanation = Data<'addresses/{address}/attributes/{attributeId}/explain'>;

/** One claim of a report: proven with its proof, or not, with the explanation. */
export interface ReportedClaim {
  readonly name: ClaimName;
  readonly proof?: ProofRecord;
  readonly interval?: ClaimInterval;
  readonly explanation?: Explanation;
  /** Why nothing could be asked. */
  readonly refusal?: string;
}

export interface Report {
  readonly subject: string;
  readonly block: number;
  readonly claims: readonly ReportedClaim[];
  /** The same claims at the same block with the same proofs have the same id. */
  readonly id: string;
}

export async function reportOf(subject: string, texts: readonly string[], block: number): Promise<Report> {
  const claims = await Promise.all(texts.map((text) => reported(readClaim(subject, text), block)));
  const about = [
    subject,
    block,
    ...claims.map(({ name, proof }) => `${claimText(name)}=${proof?.proofHash ?? 'none'}`),
  ];
  return { subject, block, claims, id: bytesToHex(sha256(utf8ToBytes(about.join('\n')))).slice(0, 16) };
}

async function reported(name: ClaimName, block: number): Promise<ReportedClaim> {
  try {
    const [proof, intervals] = await Promise.all([proofOf(name, block), intervalsOf(name)]);
    const interval = intervals.find(
      ({ startBlock, endBlock }) => startBlock <= block && (endBlock === undefined || endBlock >= block),
    );
    return { name, proof, ...(interval && { interval }) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status !== 404) return { name, refusal: error.refusal.message };
    const explanation = await explained(name, block);
    return { name, ...(explanation && { explanation }) };
  }
}

/** Why a claim does not hold; undefined where it cannot be explained. */
export async function explained(
  { address, id, counterpart }: ClaimName,
  block: number | undefined,
): Promise<Explanation | undefined> {
  const query = block === undefined ? {} : { block };
  try {
    return counterpart === undefined
      ? await get('addresses/{address}/attributes/{attributeId}/explain', {
          path: { address, attributeId: id },
          query,
        })
      : await get('addresses/{address}/relations/{relationId}/explain', {
          path: { address, relationId: id },
          query: { ...query, counterpart },
        });
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** The bundles of what is proven, with their SHA-256 sums. */
export async function bundlesOf({
  claims,
  block,
}: Report): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> {
  const files: { name: string; bytes: Uint8Array }[] = [];
  for (const { name, proof } of claims) {
    if (!proof) continue;
    const { bundle } = await bundleOf(name, block);
    files.push({
      name: `${claimText(name).replaceAll(/[^a-z0-9_]+/g, '-')}.json`,
      bytes: utf8ToBytes(bundle),
    });
  }
  const sums = files.map(({ name, bytes }) => `${bytesToHex(sha256(bytes))}  ${name}\n`).join('');
  return [...files, { name: 'SHA256SUMS', bytes: utf8ToBytes(sums) }];
}
