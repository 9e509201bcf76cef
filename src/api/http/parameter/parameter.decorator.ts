import type { ParameterKind } from './parameter-kind.js';

export interface DeclaredParameter {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly kind: ParameterKind<unknown>;
}

/** A class whose decorated fields are the parameters of a method, in the order they are checked and documented. */
export type ParametersClass = abstract new () => object;

const declared = new WeakMap<object, DeclaredParameter[]>();

function declare(place: 'path' | 'query', kind: ParameterKind<unknown>): PropertyDecorator {
  return (prototype, name) => {
    const parameters = declared.get(prototype) ?? [];
    parameters.push({ name: String(name), place, kind });
    declared.set(prototype, parameters);
  };
}

/** A segment of the path, named as the field. */
export const PathParameter = (kind: ParameterKind<unknown>): PropertyDecorator => declare('path', kind);

/** A query parameter, named as the field. */
export const QueryParameter = (kind: ParameterKind<unknown>): PropertyDecorator => declare('query', kind);

/** The declared parameters, in order. */
export function parametersOf(parameters: ParametersClass): readonly DeclaredParameter[] {
  return declared.get(parameters.prototype) ?? [];
}
