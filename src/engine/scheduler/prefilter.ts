import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog, Family } from '../../definition/model/definition.js';
import type { AnyOperands, Operator, SourceId } from '../../definition/model/predicate.js';
import { reachCheck } from '../../evaluator/predicate/reached-by-code.js';
import type { DefinitionIndex } from '../model/engine-store.js';
import type { FoldedFacts } from '../model/fold.js';
import type { SubjectState } from './subject-state.js';

type Operands = AnyOperands & { readonly operator: string };

/** What a family needs of its subject, whatever the block. */
interface Needed {
  /** Sources that must have a fact. */
  readonly sources: readonly SourceId[];
  /** Sources that must have a fact, unless the contract is older than the range: it may have had one. */
  readonly candidates: readonly SourceId[];
  /** Definitions that must have a claim. They are of lower strata, so they are evaluated by now. */
  readonly claims: readonly DefinitionIndex[];
  /** Bindings that must name the subject. */
  readonly bindings: readonly Binding[];
  /** Checks that some code of the subject must pass. */
  readonly codes: readonly { readonly source: SourceId; readonly passes: (code: Code) => boolean }[];
}

type Code = Readonly<Record<string, string>>;

/**
 * Excludes definitions that cannot hold for an address because it has never had a fact, a claim, code or a registry entry they need. Most changes
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
      const codes = leadingCodeChecks(operands.slice(leading.length));
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
        codes: codes.map((one) => ({ source: one.source!, passes: codeCheck(one, bindings) })),
      };
    };
    this.#needed = definitions.map(({ families }) => families.map(neededBy));
  }

  /** False only where the definition is neither proven nor undecided at any block of the range. */
  mayHold(definition: DefinitionIndex, state: SubjectState, facts: FoldedFacts): boolean {
    for (const needed of this.#needed[definition]!) if (mayBeMet(needed, state, facts)) return true;
    return false;
  }
}

/** The cheapest check comes first: most families lack a claim. */
function mayBeMet(
  { sources, candidates, claims, bindings, codes }: Needed,
  state: SubjectState,
  facts: FoldedFacts,
): boolean {
  for (const claim of claims) if (!state.mayHaveClaim(claim)) return false;
  for (const { members } of bindings) if (!members.has(state.address)) return false;
  for (const source of sources) if (!facts.mayHaveFact(source)) return false;
  for (const source of candidates) if (!facts.mayHaveFact(source) && facts.older === undefined) return false;
  for (const { source, passes } of codes) if (!facts.mayHaveValue(source, passes)) return false;
  return true;
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

/** The checks of the subject's own code that come next. Nothing is requested before them. */
function leadingCodeChecks(facts: readonly Operands[]): readonly Operands[] {
  const end = facts.findIndex(({ operator, at }) => at !== undefined || !CODE_CHECKS.has(operator));
  return end === -1 ? facts : facts.slice(0, end);
}

const CODE_CHECKS: ReadonlySet<string> = new Set<Operator>([
  'selectors_all',
  'selectors_none',
  'instructions_all',
  'instructions_none',
  'code_hash_in',
]);

/** Whether code passes a check in some version of its binding. */
function codeCheck(
  { operator, expected, binding }: Operands,
  bindings: ReadonlyMap<string, Binding>,
): (code: Code) => boolean {
  if (binding !== undefined) {
    const { members } = bindings.get(binding)!;
    return ({ hash }) => hash !== undefined && members.has(hash);
  }
  return reachCheck(operator as Parameters<typeof reachCheck>[0], expected as readonly string[]);
}

function isSubject(of: AnyOperands['of']): boolean {
  return of !== undefined && 'of' in of && of.of === 'subject';
}
