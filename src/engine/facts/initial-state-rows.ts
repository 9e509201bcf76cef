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

/**
 * Turns state-read results into rows of initial state. The constructor compiles the registries that
 * definitions read: build it once.
 */
export class InitialStateRows {
  readonly #buildsIn: ReturnType<typeof buildsBy>;
  readonly #slotValue: ReturnType<typeof slotValueBy>;

  constructor(
    private readonly catalog: Catalog,
    bindings: ReadonlyMap<string, Binding>,
  ) {
    this.#buildsIn = buildsBy(catalog, bindings);
    this.#slotValue = slotValueBy(bindings);
  }

  /**
   * The row of the code or slot that was read, then rows of the builds that the code is. Empty for other
   * reads and for reads without an answer.
   */
  of(read: StateReadResult, block: number): readonly FactRow[] {
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
      const source = codeRowsSource(this.catalog);
      if (source === undefined) return [];
      const builds = this.#buildsIn(read.output).map((build) => ({ ...row, ...build }));
      return [{ ...row, source, value: codeValue(read.output) }, ...builds];
    }
    const source = this.catalog.sources.findIndex(
      (one) => one.source.kind === 'storage' && asked.slot === slotOf(one.source.slot),
    );
    const slot = this.catalog.sources[source]?.source;
    if (slot?.kind !== 'storage') return [];
    return [{ ...row, source, value: this.#slotValue(slot.slot, read.output) }];
  }

  /** The rows of codes and slots that proofs show, without rows of builds. */
  proven(recorded: readonly (RecordedReads & { readonly number: number })[]): readonly FactRow[] {
    return recorded.flatMap(({ number, reads }) =>
      reads.flatMap((read) => {
        if (!read.isProven || isReadOnRequest(read.what)) return [];
        return this.of(read, number).slice(0, 1);
      }),
    );
  }
}
