import { limit } from '../http/parameter/limit.kind.js';
import { QueryParameter } from '../http/parameter/parameter.decorator.js';
import { SEARCH_TEXT } from '../http/parameter/search-text.kind.js';

export abstract class ResolveParameters {
  @QueryParameter(SEARCH_TEXT)
  readonly q!: string;

  @QueryParameter(limit(20, 10))
  readonly limit!: number;
}
