import type { ChainMethod, ChainQueryClass } from './documented-method.js';

const METHODS = new WeakMap<ChainQueryClass, ChainMethod>();

/** Declares the method of a query. Its route, its reference and its tool for agents are made from it. */
export const ChainQuery =
  (declaration: Omit<ChainMethod, 'parameters'>) =>
  (query: ChainQueryClass): void => {
    METHODS.set(query, { ...declaration, parameters: query });
  };

/** The method of a declared query. */
export function methodOf(query: ChainQueryClass): ChainMethod {
  const method = METHODS.get(query);
  if (!method) throw new Error(`${query.name} has no @ChainQuery`);
  return method;
}
