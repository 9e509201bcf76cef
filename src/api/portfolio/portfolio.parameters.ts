import { ADDRESS } from '../http/parameter/address.kind.js';
import { AT_BLOCK } from '../http/parameter/block-number.kind.js';
import { limit } from '../http/parameter/limit.kind.js';
import { PathParameter, QueryParameter } from '../http/parameter/parameter.decorator.js';

export abstract class PortfolioParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @QueryParameter(AT_BLOCK)
  readonly block!: number | undefined;

  @QueryParameter(limit(200, 50))
  readonly limit!: number;
}
