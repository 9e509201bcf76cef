import type { Continuation } from '../http/cursor/continuation.js';
import { CURSOR } from '../http/parameter/cursor.kind.js';
import { limit } from '../http/parameter/limit.kind.js';
import { PathParameter, QueryParameter } from '../http/parameter/parameter.decorator.js';
import { VALIDATOR_INDEX } from '../http/parameter/validator-index.kind.js';
import { windowOfDays } from '../http/parameter/window.kind.js';

export abstract class QueueHistoryParameters {
  @QueryParameter(limit(90, 30))
  readonly limit!: number;
}

export abstract class ProposersParameters {
  @QueryParameter(windowOfDays(90, 7))
  readonly window!: number;

  @QueryParameter(limit(100, 20))
  readonly limit!: number;
}

export abstract class ValidatorWithdrawalsParameters {
  @PathParameter(VALIDATOR_INDEX)
  readonly index!: number;

  @QueryParameter(CURSOR)
  readonly cursor!: Continuation;

  @QueryParameter(limit(100, 25))
  readonly limit!: number;
}
