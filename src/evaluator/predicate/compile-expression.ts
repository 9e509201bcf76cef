import type { Expression } from '../../definition/model/predicate.js';
import { FAILS } from '../model/outcome.js';
import { fieldOf } from './field-of.js';
import { namehash } from './namehash.js';
import type { AddressOperand, Operand } from './operand.js';

/** A check refers to something that is not there. The definition room refuses such definitions before. */
export class BadReference extends Error {
  override readonly name = 'BadReference';
}

/** The names that an expression may use at its place in a family. */
export interface Scope {
  /** Places of the earlier checks, by id. */
  readonly places: ReadonlyMap<string, number>;
  /** The candidate object; relations only. */
  readonly object?: AddressOperand | undefined;
}

/** @throws BadReference when the expression refers to what is not before it */
export function compileExpression(expression: Expression, scope: Scope): Operand {
  switch (expression.of) {
    case 'subject':
      return ({ subject }) => subject;
    case 'object':
      if (scope.object === undefined) throw new BadReference('the family has no object here');
      return scope.object;
    case 'check':
      return ofPredicate(placeOf(expression.check, scope), expression.field);
    case 'namehash':
      return hashed(compileExpression(expression.text, scope));
    case 'word':
      return () => expression.word;
    case 'entry':
      return entryOf(expression.binding);
  }
}

/**
 * Compiles an expression that names an address. Another value is not refused; no facts are known for it.
 * @throws BadReference as `compileExpression`
 */
export function compileAddress(expression: Expression = { of: 'subject' }, scope: Scope): AddressOperand {
  return compileExpression(expression, scope) as AddressOperand;
}

/** Place of an earlier check. */
export function placeOf(predicate: string, { places }: Scope): number {
  const place = places.get(predicate);
  if (place === undefined) throw new BadReference(`there is no earlier check ${predicate}`);
  return place;
}

function ofPredicate(place: number, field: string | undefined): Operand {
  return ({ outcomes }) => {
    const outcome = outcomes[place]!;
    return typeof outcome === 'symbol' ? outcome : fieldOf(outcome, field);
  };
}

/** The binding's key in force; of several keys the smallest. */
function entryOf(binding: string): Operand {
  return ({ view }) => {
    let smallest: string | undefined;
    for (const [key] of view.entries(binding)) if (smallest === undefined || key < smallest) smallest = key;
    return smallest ?? FAILS;
  };
}

function hashed(text: Operand): Operand {
  return (context) => {
    const name = text(context);
    return typeof name === 'symbol' ? name : namehash(name);
  };
}
