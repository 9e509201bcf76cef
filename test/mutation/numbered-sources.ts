import type { FactSource } from '../../src/definition/model/fact-source.js';
import { canonicalJson } from '../../src/domain/canonical/canonical-json.js';
import type { Surroundings } from './operand-changes.js';

/** The sources of a catalog by number, with new numbers for sources that only mutants read. */
export function numbered(sources: readonly FactSource[]): Pick<Surroundings, 'sourceOf' | 'numberOf'> {
  const all = [...sources];
  const numbers = new Map(sources.map((source, number) => [canonicalJson(source), number]));
  return {
    sourceOf: (number) => all[number]!,
    numberOf: (source) => {
      const text = canonicalJson(source);
      const number = numbers.get(text) ?? all.push(source) - 1;
      numbers.set(text, number);
      return number;
    },
  };
}
