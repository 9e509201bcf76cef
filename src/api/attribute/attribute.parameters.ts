import type { Continuation } from '../http/cursor/continuation.js';
import { ADDRESS } from '../http/parameter/address.kind.js';
import { BLOCK_NUMBER } from '../http/parameter/block-number.kind.js';
import { CURSOR } from '../http/parameter/cursor.kind.js';
import { limit } from '../http/parameter/limit.kind.js';
import { PathParameter, QueryParameter } from '../http/parameter/parameter.decorator.js';

export abstract class EntityParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;
}

export abstract class AttributePageParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @QueryParameter(CURSOR)
  readonly cursor!: Continuation<readonly [id: string]>;

  @QueryParameter(limit(200, 50))
  readonly limit!: number;
}

export abstract class ClaimsAtBlockParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @PathParameter(BLOCK_NUMBER)
  readonly block!: number;
}

export abstract class AttributeHistoryParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @QueryParameter(limit(1000, 100))
  readonly limit!: number;
}
