import type { Continuation } from '../http/cursor/continuation.js';
import { BLOCK_NUMBER } from '../http/parameter/block-number.kind.js';
import { CURSOR } from '../http/parameter/cursor.kind.js';
import { limit } from '../http/parameter/limit.kind.js';
import { PathParameter, QueryParameter } from '../http/parameter/parameter.decorator.js';

export abstract class BlockNumberParameters {
  @PathParameter(BLOCK_NUMBER)
  readonly number!: number;
}

export abstract class BlockPageParameters {
  @PathParameter(BLOCK_NUMBER)
  readonly number!: number;

  @QueryParameter(CURSOR)
  readonly cursor!: Continuation;

  @QueryParameter(limit(100, 50))
  readonly limit!: number;
}
