import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { RESOLVE_ENTITY } from './resolve.methods.js';
import { ResolveParameters } from './resolve.parameters.js';
import { ResolveEntityQuery } from './resolve-entity.query.js';

@Controller(`${CHAIN_PATH}/resolve`)
export class ResolveController {
  constructor(private readonly queries: QueryBus) {}

  @Method('', RESOLVE_ENTITY)
  resolveEntity(@Parameters() parameters: ResolveParameters) {
    return this.queries.execute(new ResolveEntityQuery(parameters));
  }
}
