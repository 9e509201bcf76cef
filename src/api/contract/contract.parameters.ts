import type { Continuation } from '../http/cursor/continuation.js';
import { ADDRESS } from '../http/parameter/address.kind.js';
import { CURSOR } from '../http/parameter/cursor.kind.js';
import { limit } from '../http/parameter/limit.kind.js';
import { PathParameter, QueryParameter } from '../http/parameter/parameter.decorator.js';

export abstract class ContractParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;
}

export abstract class ContractEventsParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @QueryParameter(CURSOR)
  readonly cursor!: Continuation;

  @QueryParameter(limit(100, 25))
  readonly limit!: number;
}
