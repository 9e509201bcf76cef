import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog, Family } from '../../definition/model/definition.js';
import type { AnyOperands, SourceId } from '../../definition/model/predicate.js';
import type { DefinitionIndex } from '../model/engine-store.js';
import type { FoldedFacts } from '../model/fold.js';
import type { SubjectState } from './subject-state.js';

type Operands = AnyOperands & { readonly operator: string };

/** What a family needs of its subject, whatever the block. */
interface Needed {
  /** Sources that must have a fact. */
  readonly sources: readonly SourceId[];
  /** The same, but of contracts that are older than the range: they may have had it before. */
  readonly candidates: readonly SourceId[];
  /** Definitions that must have a claim, all of lower strata: it is evaluated by now. */
  readonly claims: readonly DefinitionIndex[];
  /** Bindings that must name the subject. */
  readonly bindings: readonly Binding[];
}

/**
 * Excludes definitions that cannot hold for an address because it has never had a fact, a claim or a registry entry they need. Most changes
 * concern many such definitions: every definition about tokens concerns every new contract.
 */
export class Prefilter {
  /** For each family of each definition. */
  readonly #needed: readonly (readonly Needed[])[];

  constructor(
    { definitions }: Catalog,
    bindings: ReadonlyMap<string, Binding>,
    isLoadedByKey: (source: SourceId) => boolean,
  ) {
    const indexes = new Map(definitions.map(({ id }, at) => [id, at]));
    const neededBy = ({ facts }: Family): Needed => {
      const operands: readonly Operands[] = facts;
      const leading = leadingLookUps(operands);
      const read = operands.filter(
        ({ operator, source, at }) =>
          source !== undefined && at === undefined && operator !== 'absent' && !isLoadedByKey(source),
      );
      const sourcesOf = (some: readonly Operands[]) => some.map(({ source }) => source!);
      return {
        sources: sourcesOf(read.filter(({ candidates }) => !candidates)),
        candidates: sourcesOf(read.filter(({ candidates }) => candidates)),
        claims: leading.flatMap(({ dep }) => (dep === undefined ? [] : [indexes.get(dep)!])),
        bindings: leading.flatMap(({ binding }) => (binding === undefined ? [] : [bindings.get(binding)!])),
      };
    };
    this.#needed = definitions.map(({ families }) => families.map(neededBy));
  }

  /** False where the definition is not proven of the subject at any block of the range, and nothing of it unknown. */
  mayHold(definition: DefinitionIndex, state: SubjectState, facts: FoldedFacts): boolean {
    for (const { sources, candidates, claims, bindings } of this.#needed[definition]!) {
      let isPossible = true;
      for (const source of candidates) isPossible &&= facts.mayHaveFact(source) || facts.older !== undefined;
      for (const source of sources) isPossible &&= facts.mayHaveFact(source);
      for (const claim of claims) isPossible &&= state.mayHaveClaim(claim);
      for (const { members } of bindings) isPossible &&= members.has(state.address);
      if (isPossible) return true;
    }
    return false;
  }
}

/**
 * The claims and registry entries of the subject that a family looks up first. A later look-up does not count: what is checked before it may
 * ask for state, or for claims of other addresses.
 */
function leadingLookUps(facts: readonly Operands[]): readonly Operands[] {
  const end = facts.findIndex(
    ({ operator, of }) => (operator !== 'holds' && operator !== 'in') || !isSubject(of),
  );
  return end === -1 ? facts : facts.slice(0, end);
}

function isSubject(of: AnyOperands['of']): boolean {
  return of !== undefined && 'of' in of && of.of === 'subject';
}
