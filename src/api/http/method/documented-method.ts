import type { Type } from '@nestjs/common';
import type { Query } from '@nestjs/cqrs';
import type { Plan } from '../../../domain/access/plan.js';
import type { ParametersClass } from '../parameter/parameter.decorator.js';
import type { ApiResponse } from './api-response.js';

/** Refusals of one method, beyond those of every method and of its parameters. */
export interface OwnRefusal {
  readonly code:
    | 'not_found'
    | 'block_not_available'
    | 'portfolio_too_large'
    | 'token_not_covered'
    | 'balance_not_available';
  readonly reasons: readonly string[];
  /** When the refusal is given, in words. */
  readonly when?: string;
}

interface AnyMethod {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: ParametersClass;
}

/** A query that a documented method asks. Its decorated fields are the parameters of the method. */
export type ChainQueryClass = new () => Query<ApiResponse<object>>;

/** A method under `/api/v1/chains/{chainId}`, answered as `{data, meta}`. */
export interface ChainMethod extends AnyMethod {
  readonly parameters: ChainQueryClass;
  /** Path below the chain, without a leading slash. */
  readonly path: string;
  /** Record served as `data`. */
  readonly record: Type;
  readonly plan: Plan;
  /** Whether `meta.asOfBlock` is stated. */
  readonly asOfBlock: 'always' | 'optional' | 'never';
  readonly refusals: readonly OwnRefusal[];
  /** For lists: the field of the rows, whether there are pages, the fields that identify rows. */
  readonly list?: {
    readonly items: string;
    readonly paged: boolean;
    readonly key?: readonly string[];
    readonly newestFirst?: true;
    /**
     * Whether the positions of its cursors begin with a block that must be stored for the next page: that of
     * the row, or of the whole list.
     */
    readonly cursorsByBlock?: true;
  };
  /** Its answers are not taken from the cache of answers; the method caches what it can. */
  readonly answersAnew?: true;
  /**
   * Its answers do not come from the store. They are given even while the store is away or not whole, and are
   * not cached.
   */
  readonly needsNoStore?: true;
  /** It has no tool, because its answers are files that no agent reads. */
  readonly notForAgents?: true;
  /**
   * Its record has a whole HTML page in `document`. Clients that accept HTML rather than JSON get that page,
   * under this policy.
   */
  readonly page?: { readonly policy: string };
  /** It does not change incompatibly within a major version. */
  readonly stable?: true;
  /** A method that the product description does not name. */
  readonly beyondSeed?: true;
}

/**
 * Takes messages by POST: the protocol of agents. It is open to every valid key. A message may need a higher
 * plan, and is then refused inside the answer.
 */
export interface MessageMethod extends AnyMethod {
  readonly verb: 'POST';
}

/** A method for operators: open to all, and without `{data, meta}`. */
export interface OperationMethod extends AnyMethod {
  readonly contentType: string;
  /** Record served as the body; absent if the body is a text or any document. */
  readonly record?: Type;
  /** For operators only, and never at the pay address. */
  readonly internal?: true;
  /** Its answers are large, so they are counted by network address. */
  readonly bulky?: true;
}

export type DocumentedMethod = ChainMethod | MessageMethod | OperationMethod;

export const isChainMethod = (method: DocumentedMethod): method is ChainMethod => 'plan' in method;

export const isMessageMethod = (method: DocumentedMethod): method is MessageMethod => 'verb' in method;

export const isOperationMethod = (method: DocumentedMethod): method is OperationMethod =>
  'contentType' in method;

/** For methods that take nothing. */
export class NoParameters {}
