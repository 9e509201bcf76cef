import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { internalError, serviceUnavailable } from '../../../kernel/refusal/record-refusals.js';
import { Refusal } from '../../../kernel/refusal/refusal.js';
import { unknownRoute } from '../../../kernel/refusal/request-refusals.js';
import { isStoreOutage } from './store-outage.js';
import { writeRefusal } from './write-refusal.js';

/** Everything thrown while a request is answered leaves as `{error}`; what was not thrown on purpose shows no internals. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  private readonly logger = new Logger(RefusalFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    writeRefusal(host.switchToHttp().getResponse<FastifyReply>(), this.refusalOf(thrown));
  }

  private refusalOf(thrown: unknown): Refusal {
    if (thrown instanceof Refusal) return thrown;
    // The router gives up on targets that are no path at all, such as `*`, before the checks see them.
    if (thrown instanceof HttpException && thrown.getStatus() === 404) return unknownRoute();
    this.logger.error(thrown);
    return isStoreOutage(thrown) ? serviceUnavailable() : internalError();
  }
}
