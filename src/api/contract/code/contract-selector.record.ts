import type { FunctionSignature } from '../../../signature/signature-book.js';
import type { ContractSelectorDto } from './contract-selectors.dto.js';

/** The record of a selector. @param known its signatures, the most used first. */
export function contractSelector(selector: string, known: readonly FunctionSignature[]): ContractSelectorDto {
  const [best] = known;
  if (!best) return { selector, decodeStatus: 'abi_missing' };
  const { signature, name } = best;
  const decodeStatus = known.length === 1 ? 'partial' : 'ambiguous';
  return { selector, decodeStatus, signature, name, candidateCount: known.length };
}
