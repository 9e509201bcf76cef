import type { Catalog, Family } from '../../definition/model/definition.js';
import type { AnyOperands, SourceId } from '../../definition/model/predicate.js';
import type { DefinitionIndex } from '../model/engine-store.js';
import type { FoldedFacts } from '../model/fold.js';

/**
 * Excludes definitions that cannot hold for an address because it has never had a fact they need. Most changes concern many such
 * definitions: every definition about tokens concerns every new contract.
 */
export class Prefilter {
  /** For each family of each definition: sources of the subject that must have a fact. */
  readonly #needed: readonly (readonly (readonly SourceId[])[])[];

  constructor(catalog: Catalog, isLoadedByKey: (source: SourceId) => boolean) {
    this.#needed = catalog.definitions.map(({ families }) =>
      families.map((family) => neededBy(family).filter((source) => !isLoadedByKey(source))),
    );
  }

  /** False where the definition is not proven of the subject at any block of the range, and nothing of it unknown. */
  mayHold(definition: DefinitionIndex, facts: FoldedFacts): boolean {
    for (const sources of this.#needed[definition]!) {
      let isPossible = true;
      for (const source of sources) isPossible &&= facts.mayHaveFact(source);
      if (isPossible) return true;
    }
    return false;
  }
}

function neededBy({ facts }: Family): readonly SourceId[] {
  return facts.flatMap((predicate) => {
    const { source, at }: AnyOperands = predicate;
    return source === undefined || at !== undefined || predicate.operator === 'absent' ? [] : [source];
  });
}
