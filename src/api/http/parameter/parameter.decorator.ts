import type { SchemaObject } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import type { RefusalReason } from '../../../domain/refusal/refusal-details.js';
import type { AnyPosition, Continuation } from '../cursor/continuation.js';

/** What the text of a parameter must meet. The text is undefined if a query parameter is missing. */
export interface Rule {
  /** `details.reason` of the refusal. */
  readonly reason: RefusalReason;
  isMet(text: string | undefined): boolean;
  /** @param text empty if the parameter is missing */
  refusal(name: string, text: string): Refusal;
}

/** Validation and documentation of a parameter. */
export interface Parameter {
  readonly place: 'path' | 'query';
  readonly description: string;
  readonly schema: SchemaObject;
  /** Name of the kind in the reference. */
  readonly kind: string;
  /** Rules in the order in which they are checked. The first that is not met is reported. */
  readonly rules: readonly Rule[];
  /** Whether it is a query parameter that must be given. */
  readonly isRequired?: true;
  /** The value of a text that meets all rules; the text itself by default. @throws {Refusal} `cursor_invalid` */
  value?(text: string | undefined, name: string, list: List): unknown;
}

/** The list of a request. */
export interface List {
  /** Its continuation, by the parameters read so far. @param cursor undefined for the first page */
  continuation(cursor: string | undefined, name: string): Continuation<AnyPosition>;
}

export interface DeclaredParameter extends Parameter {
  readonly name: string;
}

/** A class whose decorated fields are parameters, in the order in which they are checked and documented. */
export type ParametersClass = new () => object;

const DECLARED = new WeakMap<object, DeclaredParameter[]>();

/** Makes a field a parameter: class-validator checks its text, and the reference documents it. */
export function parameter(declaration: Parameter): PropertyDecorator {
  return (prototype, field) => {
    const name = String(field);
    DECLARED.set(prototype, [...(DECLARED.get(prototype) ?? []), { ...declaration, name }]);
    for (const { reason, isMet } of declaration.rules)
      ValidateBy({ name: reason, validator: { validate: isMet } })(prototype, name);
  };
}

/** The declared parameters, in order. */
export function parametersOf(parameters: ParametersClass): readonly DeclaredParameter[] {
  return DECLARED.get(parameters.prototype) ?? [];
}
