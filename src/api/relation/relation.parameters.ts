import type { Continuation } from '../http/cursor/continuation.js';
import { ADDRESS } from '../http/parameter/address.kind.js';
import { BLOCK_NUMBER } from '../http/parameter/block-number.kind.js';
import { CURSOR } from '../http/parameter/cursor.kind.js';
import { DIRECTION } from '../http/parameter/direction.kind.js';
import { limit } from '../http/parameter/limit.kind.js';
import { PathParameter, QueryParameter } from '../http/parameter/parameter.decorator.js';
import type { Direction } from './relation.dto.js';

export abstract class RelationPageParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @QueryParameter(DIRECTION)
  readonly direction!: Direction;

  @QueryParameter(CURSOR)
  readonly cursor!: Continuation<readonly [id: string, counterpart: string]>;

  @QueryParameter(limit(200, 50))
  readonly limit!: number;
}

export abstract class RelationsAtBlockParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @PathParameter(BLOCK_NUMBER)
  readonly block!: number;
}

export abstract class RelationHistoryParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @QueryParameter(DIRECTION)
  readonly direction!: Direction;

  @QueryParameter(limit(1000, 100))
  readonly limit!: number;
}
