import type { Binding } from '../../src/definition/binding/binding.js';
import { describeSource } from '../../src/definition/catalog/describe-source.js';
import type { Catalog } from '../../src/definition/model/definition.js';
import type { FactSource } from '../../src/definition/model/fact-source.js';

/** A catalog of sources that no definition reads, numbered in the order given. */
export function factSources(...sources: readonly FactSource[]): Catalog {
  return {
    definitions: [],
    sources: sources.map((source) => ({ source, text: JSON.stringify(source), ...describeSource(source) })),
  };
}

/** A binding with these keys as members, from block 0 or over the blocks given. */
export function bindingOf(
  id: string,
  ...entries: readonly (string | { readonly key: string; readonly from: number; readonly until?: number })[]
): ReadonlyMap<string, Binding> {
  const members = new Map(
    entries.map((entry) => {
      const { key, ...period } = typeof entry === 'string' ? { key: entry, from: 0 } : entry;
      return [key, [{ ...period, version: '1.0.0', fields: {} }]];
    }),
  );
  return new Map([[id, { id, source: '', versions: [], digest: '', fields: [], members }]]);
}
