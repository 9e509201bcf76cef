import { Controller, Inject, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type IQuery, QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from './chain.js';
import { methodOf } from './chain-query.decorator.js';
import type { ChainMethod, ChainQueryClass } from './documented-method.js';
import { Method, Parameters } from './method.decorator.js';

/** The queries that a controller dispatches. */
export const Dispatches = Reflector.createDecorator<readonly ChainQueryClass[]>();

/** A controller with a route for each query, in this order: it dispatches the query that the request was read into. */
export function chainController(...queries: readonly ChainQueryClass[]): Type {
  @Controller(CHAIN_PATH)
  @Dispatches(queries)
  class ChainController {
    constructor(@Inject(QueryBus) readonly bus: QueryBus) {}
  }
  for (const query of queries) addRoute(ChainController, methodOf(query));
  return ChainController;
}

interface Dispatcher {
  readonly bus: QueryBus;
}

function addRoute({ prototype }: Type<Dispatcher>, method: ChainMethod): void {
  const { operationId, path } = method;
  Object.assign(prototype, {
    [operationId](this: Dispatcher, query: IQuery) {
      return this.bus.execute(query);
    },
  });
  Method(path, method)(prototype, operationId, Object.getOwnPropertyDescriptor(prototype, operationId)!);
  Parameters()(prototype, operationId, 0);
}
