import { TRANSACTION_HASH } from '../http/parameter/hash.kind.js';
import { PathParameter } from '../http/parameter/parameter.decorator.js';

export abstract class TransactionHashParameters {
  @PathParameter(TRANSACTION_HASH)
  readonly hash!: string;
}
