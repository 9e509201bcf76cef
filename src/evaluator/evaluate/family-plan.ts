import type { Definition, Family } from '../../definition/model/definition.js';
import type { SourceId } from '../../definition/model/predicate.js';
import { compileAddress, compileExpression, type Scope } from '../predicate/compile-expression.js';
import { type CallData, compileCallData } from '../predicate/executed-view.js';
import { objectOperand } from '../predicate/object-operand.js';
import type { AddressOperand, Operand } from '../predicate/operand.js';
import type { PredicateEvaluator } from '../predicate/operator.js';
import { compilePredicate } from '../predicate/operators.js';
import { predicatesNamed, predicatesNamedBy } from '../predicate/predicates-named.js';
import { compileProofForm, type ProofForm } from '../proof/proof-form.js';

/** A family, compiled. */
export interface FamilyPlan {
  /** Facts, then negative controls. */
  readonly predicates: readonly PredicateEvaluator[];
  /** The keyed source whose keys the family is evaluated for, one by one. */
  readonly each?: {
    readonly place: number;
    readonly source: SourceId;
    readonly address: AddressOperand;
    /** Whether keys may be missing that blocks before the range set. */
    readonly finds: boolean;
    /** For a view call, whose result's elements are the keys. */
    readonly callData?: CallData;
  };
  /** Relations only. */
  readonly object?: AddressOperand;
  readonly value?: Operand;
  readonly writeProof: ProofForm;
}

/** @throws BadReference when a check refers to one that is not before it */
export function planFamily(definition: Definition, family: Family): FamilyPlan {
  const predicates = [...family.facts, ...family.negativeControls];
  const places = new Map<string, number>();
  const perKey = new Set<string>();
  let each: FamilyPlan['each'];
  const compiled = predicates.map((predicate, place) => {
    const isEach = predicate.id === family.each;
    const scope = scopeAt(family, places);
    if (isEach && 'source' in predicate)
      each = {
        place,
        source: predicate.source,
        address: compileAddress(predicate.at, scope),
        finds: 'candidates' in predicate,
        ...('view' in predicate && { callData: compileCallData(predicate, scope) }),
      };
    if (isEach || predicatesNamedBy(predicate).some((id) => perKey.has(id))) perKey.add(predicate.id);
    const one = compilePredicate(predicate, { scope, isEach });
    places.set(predicate.id, place);
    return { ...one, check: predicate, perKey: perKey.has(predicate.id) };
  });
  const scope = scopeAt(family, places);
  return {
    predicates: compiled.map(({ evaluate }) => evaluate),
    ...(each && { each }),
    ...(scope.object && { object: scope.object }),
    ...(family.value && { value: compileExpression(family.value, scope) }),
    writeProof: compileProofForm(definition, family, compiled),
  };
}

/** The names available after the predicates so far, and the object if all that it refers to is available. */
export function scopeAt({ object }: Family, places: ReadonlyMap<string, number>): Scope {
  const scope = { places: new Map(places) };
  if (!object || !predicatesNamed(object).every((id) => places.has(id))) return scope;
  return { ...scope, object: objectOperand(compileExpression(object, scope)) };
}
