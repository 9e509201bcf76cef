import { HttpException, Logger } from '@nestjs/common';
import { NotCovered } from '../../../domain/refusal/not-covered.js';
import { Refusal } from '../../../domain/refusal/refusal.js';
import { internalError, refusalOfMissing, serviceUnavailable } from '../../refusal/record-refusals.js';
import { bodyInvalid, unknownRoute } from '../../refusal/request-refusals.js';
import { describeOutage, isStoreOutage } from './store-outage.js';
import { isUnreadableBody } from './unreadable-body.js';

const logger = new Logger('Refusal');

/** The refusal for a thrown value. Unexpected errors are logged, and their text is not sent. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof NotCovered) return refusalOfMissing(thrown);
  // The router rejects targets that are no path, such as `*`, before the checks see them.
  if (thrown instanceof HttpException && thrown.getStatus() === 404) return unknownRoute();
  if (isUnreadableBody(thrown)) return bodyInvalid();
  if (isStoreOutage(thrown)) {
    // While a database is away, each request fails like this, and a stack does not say why.
    logger.error(describeOutage(thrown));
    return serviceUnavailable();
  }
  logger.error(thrown);
  return internalError();
}
