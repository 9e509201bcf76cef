import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import { isReadOnRequest, parseStateRead } from '../../domain/event/state-read.js';
import type { RecordedReads, StateReadResult } from '../../domain/event/state-read-result.js';
import { codeRowsSource } from '../model/code-sources.js';
import type { FactRow } from '../model/fact-row.js';
import { slotOf } from '../model/slots.js';
import { buildsBy } from './extract/builds.js';
import { codeValue } from './extract/code-rows.js';
import { slotValueBy } from './extract/slot-rows.js';

/** What proofs show of codes and slots, as initial-state rows; of a code without its builds. */
export function provenRows(
  recorded: readonly (RecordedReads & { readonly number: number })[],
  catalog: Catalog,
  bindings: ReadonlyMap<string, Binding>,
): FactRow[] {
  return recorded.flatMap(({ number, reads }) =>
    reads.flatMap((read) => {
      if (!read.isProven || isReadOnRequest(read.what)) return [];
      return initialStateRows(read, number, catalog, bindings).slice(0, 1);
    }),
  );
}

/** The initial-state rows that a result of a code or slot read gives, that of code or of the slot first; none of other results. */
export function initialStateRows(
  read: StateReadResult,
  block: number,
  catalog: Catalog,
  bindings: ReadonlyMap<string, Binding>,
): readonly FactRow[] {
  if (read.outcome !== 'answered') return [];
  const row = {
    subject: toHex(read.address),
    key: '',
    blockNumber: block,
    txIndex: -1,
    ordinal: 0,
    isInitial: true,
    evidence: [],
  };
  const asked = parseStateRead(read.what);
  if (asked.kind !== 'code' && asked.kind !== 'slot') return [];
  if (asked.kind === 'code') {
    const source = codeRowsSource(catalog);
    if (source === undefined) return [];
    const builds = buildsBy(catalog, bindings)(read.output).map((build) => ({ ...row, ...build }));
    return [{ ...row, source, value: codeValue(read.output) }, ...builds];
  }
  const source = catalog.sources.findIndex(
    (one) => one.source.kind === 'storage' && asked.slot === slotOf(one.source.slot),
  );
  const slot = catalog.sources[source]?.source;
  if (slot?.kind !== 'storage') return [];
  return [{ ...row, source, value: slotValueBy(bindings)(slot.slot, read.output) }];
}
