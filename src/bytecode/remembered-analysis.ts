import { analyseCode, type CodeAnalysis } from './analyse-code.js';

/** The last analyses: one takes milliseconds, and the same code is deployed again and again. */
const analyses = new Map<string, CodeAnalysis>();
const REMEMBERED = 10_000;

/** The analysis of a contract's bytes. @param hash its keccak256 */
export function rememberedAnalysis(hash: Buffer, code: Buffer): CodeAnalysis {
  const key = hash.toString('latin1');
  let analysis = analyses.get(key);
  if (!analysis) {
    analysis = analyseCode(code);
    if (analyses.size >= REMEMBERED) analyses.clear();
    analyses.set(key, analysis);
  }
  return analysis;
}
