import type { CatalogSource } from '../../../definition/model/definition.js';
import type { CodeSource } from '../../../definition/model/fact-source.js';
import type { SourceId } from '../../../definition/model/predicate.js';
import { codeSteps } from '../../model/code-sources.js';
import type { FactRow } from '../../model/fact-row.js';
import { hasHash, isContract } from '../../model/lifetimes.js';
import { sameValue } from '../../model/steps.js';

const PARTS: readonly CodeSource['register'][] = ['contract', 'delegate', 'clone', 'destroyed'];
/** So few rows of code of one address are all kept. */
const FEW = 2;

/**
 * Drops rows that no end of a block shows: a contract may be created, log something of each kind and be
 * destroyed in every transaction, and an account may delegate anew in each. Of facts that a lifetime scopes,
 * those of the contract that the block leaves are kept. Of the rows of code, these are kept: for each code
 * source the last change and the one before it, which shows that the last is new; the first row, which shows
 * the state before the block; and the first two with different hashes.
 *
 * @param rows of one block, in order
 * @param code the source of rows of code
 */
export function withoutPassingLifetimes(
  rows: readonly FactRow[],
  sources: readonly CatalogSource[],
  code: SourceId,
): readonly FactRow[] {
  const codes = new Map<string, FactRow[]>();
  for (const row of rows) {
    if (row.source !== code) continue;
    const known = codes.get(row.subject);
    if (known) known.push(row);
    else codes.set(row.subject, [row]);
  }
  if (codes.size === 0) return rows;
  const kept = new Map([...codes].map(([subject, own]) => [subject, new Set(lastingCodes(own))]));
  return rows.filter((row) => {
    const own = codes.get(row.subject);
    if (own === undefined || row.isInitial) return true;
    if (row.source === code) return kept.get(row.subject)!.has(row);
    if (!sources[row.source]!.scopedToLifetime) return true;
    const last = own.at(-1)!;
    return isContract(last.value) && row.txIndex >= last.txIndex;
  });
}

/** @param rows of code of one address, in order */
function lastingCodes(rows: readonly FactRow[]): Iterable<FactRow> {
  if (rows.length <= FEW) return rows;
  const known = rows.filter(({ value }) => hasHash(value));
  const other = known.find(({ value }) => hashOf(value) !== hashOf(known[0]!.value));
  const places = new Set(PARTS.flatMap((part) => lastOf(rows, part)));
  return [
    ...rows.slice(0, 1),
    ...known.slice(0, 1),
    ...(other ? [other] : []),
    ...rows.filter(({ txIndex }) => places.has(txIndex)),
  ];
}

/** The transactions that brought the last value of a code source, and the one before it. */
function lastOf(rows: readonly FactRow[], part: CodeSource['register']): number[] {
  const steps = codeSteps(rows, part);
  const last = steps.at(-1);
  if (last === undefined) return [];
  const before = steps.findLastIndex(({ value }) => !sameValue(value, last.value));
  return steps.slice(Math.max(before, 0), before + 2).map(({ txIndex }) => txIndex);
}

function hashOf(value: FactRow['value']): string | undefined {
  return typeof value === 'object' ? value?.hash : undefined;
}
