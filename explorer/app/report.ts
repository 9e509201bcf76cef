import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { claimText } from './claim-text.js';
import { bundleOf } from './proof.js';
import { type Data, get } from './service.js';

export type Report = Data<'addresses/{address}/report'>;

/** Several claims of an address as one document. @param texts as `claimText` writes them */
export const reportOf = (
  address: string,
  texts: readonly string[],
  block: number,
  question: string,
): Promise<Report> =>
  get('addresses/{address}/report', {
    path: { address },
    query: { claims: texts.join(','), block, ...(question !== '' && { question }) },
  });

/**
 * The document and the bundles of the proofs that it prints, with their SHA-256 sums.
 *
 * @param checkpoint as `bundleOf` takes it
 * @throws Error where another proof carries a claim by now
 */
export async function filesOf(
  { subject: address, claims, block }: Report,
  document: { readonly name: string; readonly text: string },
  checkpoint: string,
): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> {
  const files = [{ name: document.name, bytes: utf8ToBytes(document.text) }];
  for (const { attributeId: id, object: counterpart, answer, proofHash: printed } of claims) {
    if (answer !== 'proven') continue;
    const name = { address, id, counterpart };
    const { bundle, proofHash } = await bundleOf(name, block, checkpoint);
    if (proofHash !== printed)
      throw new Error(
        `Another proof carries ${claimText(name)} now: ${proofHash}, and the report has ${printed}. Load the page again.`,
      );
    files.push({
      name: `${claimText(name).replaceAll(/[^a-z0-9_]+/g, '-')}.json`,
      bytes: utf8ToBytes(bundle),
    });
  }
  const sums = files.map(({ name, bytes }) => `${bytesToHex(sha256(bytes))}  ${name}\n`).join('');
  return [...files, { name: 'SHA256SUMS', bytes: utf8ToBytes(sums) }];
}
