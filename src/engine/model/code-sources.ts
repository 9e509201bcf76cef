import type { Catalog } from '../../definition/model/definition.js';
import type { CodeSource } from '../../definition/model/fact-source.js';
import type { SourceId } from '../../definition/model/predicate.js';
import type { FactValue } from '../../evaluator/model/state-view.js';
import type { FactRow } from './fact-row.js';
import { isContract, isDestroyed } from './lifetimes.js';
import type { Step } from './steps.js';

/** Cached by catalog, because every fold asks for it. */
const SOURCES_OF_CODE = new WeakMap<Catalog, { readonly source: SourceId | undefined }>();

/** Rows of code feed all code sources of the address and are stored once, under the source of contracts where there is one. */
export function codeRowsSource(catalog: Catalog): SourceId | undefined {
  let known = SOURCES_OF_CODE.get(catalog);
  if (!known) {
    known = { source: findCodeRowsSource(catalog) };
    SOURCES_OF_CODE.set(catalog, known);
  }
  return known.source;
}

function findCodeRowsSource({ sources }: Catalog): SourceId | undefined {
  const contract = sources.findIndex(
    ({ source }) => source.kind === 'code' && source.register === 'contract',
  );
  const at = contract === -1 ? sources.findIndex(({ source }) => source.kind === 'code') : contract;
  return at === -1 ? undefined : at;
}

/** The value steps that the rows of an address's code give for one of its fact sources. Before the first step there is no fact. */
export function codeSteps(rows: readonly FactRow[], part: CodeSource['register']): Step[] {
  if (part === 'redeployed') return redeployed(rows);
  // A destroyed contract stays destroyed until a new one is created.
  const telling = part === 'destroyed' ? rows.filter(({ value }) => !isOfAccount(value)) : rows;
  return telling.map((row) => step(row, factValueOf(row.value, part)));
}

/** Whether a row sets or clears a delegation. */
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

/**
 * One step, where code first has another hash than the first code; it holds for ever. None where that never
 * happens.
 */
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
