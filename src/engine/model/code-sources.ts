import type { CodeSource } from '../../definition/model/fact-source.js';
import type { FactValue } from '../../evaluator/model/state-view.js';
import type { FactRow } from './fact-row.js';
import { isContract, isDestroyed } from './lifetimes.js';
import type { Step } from './steps.js';

/** The value steps that the rows of an address's code give for one of its fact sources. Before the first step there is no fact. */
export function codeSteps(rows: readonly FactRow[], part: CodeSource['register']): Step[] {
  if (part === 'redeployed') return redeployed(rows);
  // A destroyed contract stays destroyed until a new one is created.
  const telling = part === 'destroyed' ? rows.filter(({ value }) => !isOfAccount(value)) : rows;
  return telling.map((row) => step(row, factValueOf(row.value, part)));
}

/** A delegation set or cleared. */
function isOfAccount(value: FactRow['value']): boolean {
  return value === null || (typeof value === 'object' && 'delegate' in value);
}

function factValueOf(value: FactRow['value'], part: CodeSource['register']): FactValue | null {
  if (part === 'destroyed') return isDestroyed(value) ? 'true' : null;
  if (typeof value !== 'object' || value === null) return null;
  if (part === 'delegate') return value.delegate ?? null;
  if (part === 'clone') return value.clone ?? null;
  return isContract(value) ? value : null;
}

/** From where a second lifetime has another code than an earlier one, for ever. */
function redeployed(rows: readonly FactRow[]): Step[] {
  let first: { readonly hash: string; readonly blockNumber: number } | undefined;
  for (const row of rows) {
    const { value, blockNumber } = row;
    if (typeof value !== 'object' || value === null || value.hash === undefined) continue;
    if (first === undefined) first = { hash: value.hash, blockNumber };
    else if (value.hash !== first.hash)
      return [{ ...step(row, 'true'), seenAt: [first.blockNumber, blockNumber] }];
  }
  return [];
}

function step({ blockNumber, txIndex, isInitial }: FactRow, value: FactValue | null): Step {
  return { blockNumber, txIndex, isInitial, value, evidence: [] };
}
