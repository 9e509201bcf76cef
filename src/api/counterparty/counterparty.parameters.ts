import { ADDRESS } from '../http/parameter/address.kind.js';
import { AT_BLOCK } from '../http/parameter/block-number.kind.js';
import { limit } from '../http/parameter/limit.kind.js';
import { PathParameter, QueryParameter } from '../http/parameter/parameter.decorator.js';

export abstract class CounterpartyParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @QueryParameter(AT_BLOCK)
  readonly block!: number | undefined;

  @QueryParameter(limit(100, 20))
  readonly limit!: number;
}
