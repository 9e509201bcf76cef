import { ADDRESS } from '../http/parameter/address.kind.js';
import { AT_BLOCK } from '../http/parameter/block-number.kind.js';
import { PathParameter, QueryParameter } from '../http/parameter/parameter.decorator.js';

export abstract class TokenBalanceParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;

  @PathParameter(ADDRESS)
  readonly token!: string;

  @QueryParameter(AT_BLOCK)
  readonly block!: number | undefined;
}
