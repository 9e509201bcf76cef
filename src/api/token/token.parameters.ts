import type { Continuation } from '../http/cursor/continuation.js';
import { ADDRESS } from '../http/parameter/address.kind.js';
import { CURSOR } from '../http/parameter/cursor.kind.js';
import { limit } from '../http/parameter/limit.kind.js';
import { PathParameter, QueryParameter } from '../http/parameter/parameter.decorator.js';

export abstract class TokenParameters {
  @PathParameter(ADDRESS)
  readonly token!: string;
}

export abstract class TokenHoldersParameters {
  @PathParameter(ADDRESS)
  readonly token!: string;

  @QueryParameter(CURSOR)
  readonly cursor!: Continuation<readonly string[]>;

  @QueryParameter(limit(100, 50))
  readonly limit!: number;
}

export abstract class TokenTransfersParameters {
  @PathParameter(ADDRESS)
  readonly token!: string;

  @QueryParameter(CURSOR)
  readonly cursor!: Continuation;

  @QueryParameter(limit(100, 25))
  readonly limit!: number;
}
