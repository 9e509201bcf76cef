import type { Type } from '@nestjs/common';
import type { Query } from '@nestjs/cqrs';
import type { Plan } from '../../../domain/access/plan.js';
import type { ParametersClass } from '../parameter/parameter.decorator.js';
import type { ApiResponse } from './api-response.js';

/** Refusals of one method beyond those that every method has and those of its parameters. */
export interface OwnRefusal {
  readonly code:
    | 'not_found'
    | 'block_not_available'
    | 'portfolio_too_large'
    | 'token_not_covered'
    | 'balance_not_available';
  readonly reasons: readonly string[];
  /** When it is given, in words. */
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
  /** Below the chain, without a leading slash. */
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
    /** Whether the positions of its cursors begin with a block that must be held to go on: that of the row, or of the whole list. */
    readonly cursorsByBlock?: true;
  };
  /** Its answers are never taken from the cache of answers: the method itself keeps what may be kept. */
  readonly answersAnew?: true;
  /** Its answers are not made from the store: they are given while that is away or not whole, and are not cached. */
  readonly needsNoStore?: true;
  /** There is no tool for it: its answers are files, and no agent reads them. */
  readonly notForAgents?: true;
  /** Its record has a whole HTML page in `document`, which is the answer to whoever accepts that rather than JSON, under this policy. */
  readonly page?: { readonly policy: string };
  /** Nothing of it breaks within a major version. */
  readonly stable?: true;
  /** A method that the product description does not name. */
  readonly beyondSeed?: true;
}

/**
 * Takes messages on POST: the protocol of agents. It is open to every valid key; what a message calls may need a higher plan, and
 * is refused inside of the answer.
 */
export interface MessageMethod extends AnyMethod {
  readonly verb: 'POST';
}

/** A method for those who run the service: open to all, outside the envelope. */
export interface OperationMethod extends AnyMethod {
  readonly contentType: string;
  /** Record served as the body; absent where the body is a text or an open document. */
  readonly record?: Type;
  /** For those who run the service alone, and never at the pay address. */
  readonly internal?: true;
  /** Costs more than a look: counted by network address. */
  readonly bulky?: true;
}

export type DocumentedMethod = ChainMethod | MessageMethod | OperationMethod;

export const isChainMethod = (method: DocumentedMethod): method is ChainMethod => 'plan' in method;

export const isMessageMethod = (method: DocumentedMethod): method is MessageMethod => 'verb' in method;

export const isOperationMethod = (method: DocumentedMethod): method is OperationMethod =>
  'contentType' in method;

/** For methods that take nothing. */
export class NoParameters {}
