import type { Binding } from '../../../definition/binding/binding.js';
import type { Catalog } from '../../../definition/model/definition.js';
import type { SlotName } from '../../../definition/model/fact-source.js';
import type { SourceId } from '../../../definition/model/predicate.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { SlotChange, StateChange } from '../../../domain/chain/record/block.js';
import { slotName } from '../../model/slots.js';
import { addressOf } from './field-reader.js';
import type { RowSink } from './row-sink.js';

const SINGLETONS = 'safe-singletons';

/** The stored form of a word in a slot; null where the word does not count. */
export type SlotValue = (slot: SlotName, word: Buffer) => string | null;

/** Slot 0 counts only where it points at a Safe: otherwise every contract would have a fact. */
export function slotValueBy(bindings: ReadonlyMap<string, Binding>): SlotValue {
  const singletons = bindings.get(SINGLETONS)?.members;
  return (slot, word) => {
    if (word.every((byte) => byte === 0)) return null;
    if (slot !== 'safe_singleton') return toHex(word);
    const address = addressOf(word);
    return address !== undefined && singletons?.has(address) ? toHex(word) : null;
  };
}

/** The writes to the slots that definitions read. */
export class SlotRows {
  readonly #sources = new Map<SlotName, SourceId>();
  readonly #readsSlotZero: boolean;

  constructor(
    { sources }: Catalog,
    private readonly slotValue: SlotValue,
  ) {
    sources.forEach(({ source }, id) => {
      if (source.kind === 'storage') this.#sources.set(source.slot, id);
    });
    this.#readsSlotZero = this.#sources.has('safe_singleton');
  }

  add(sink: RowSink, txIndex: number, { address, storage }: StateChange): void {
    for (const change of storage) {
      const name = this.#nameOf(change);
      const source = name && this.#sources.get(name);
      if (name === undefined || source === undefined) continue;
      const before = change.before && this.slotValue(name, change.before);
      const after = this.slotValue(name, change.after);
      if (before === null && after === null && name === 'safe_singleton') continue;
      const row = { subject: toHex(address), source, key: '', txIndex, ordinal: 0, evidence: [] };
      if (before !== undefined) sink.addInitialState({ ...row, value: before });
      sink.add({ ...row, value: after });
    }
  }

  #nameOf({ slot }: SlotChange): SlotName | undefined {
    return slotName(slot) ?? (this.#readsSlotZero && isZero(slot) ? 'safe_singleton' : undefined);
  }
}

function isZero(slot: Buffer): boolean {
  return slot[31] === 0 && slot.every((byte) => byte === 0);
}
