import { Controller, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CHAIN_PATH } from './chain.js';
import { methodOf } from './chain-query.decorator.js';
import type { ChainQueryClass } from './documented-method.js';
import { Method } from './method.decorator.js';

/** The queries that a controller dispatches. */
export const Dispatches = Reflector.createDecorator<readonly ChainQueryClass[]>();

/** A controller with a route for each query, in this order, for the router and the reference. Its methods are never called: `chainAnswers` is the handler of these routes. */
export function chainController(...queries: readonly ChainQueryClass[]): Type {
  @Controller(CHAIN_PATH)
  @Dispatches(queries)
  class ChainController {}
  const { prototype } = ChainController;
  for (const method of queries.map(methodOf)) {
    const { operationId, path } = method;
    Object.assign(prototype, { [operationId]: () => undefined });
    Method(path, method)(prototype, operationId, Object.getOwnPropertyDescriptor(prototype, operationId)!);
  }
  return ChainController;
}
