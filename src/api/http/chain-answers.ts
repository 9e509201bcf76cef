import type { IQuery, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onLargeSent } from './large-sent.js';
import type { ApiResponse } from './method/api-response.js';
import { isChainMethod } from './method/documented-method.js';
import { refusalOf } from './refusal/refusal-of.js';
import { writeRefusal } from './refusal/write-refusal.js';
import type { ResponseCache } from './response-cache.js';
import { enclosed, serializeResponse } from './serialized-response.js';

/**
 * The handler of all chain methods. It dispatches the query of the request, and sends the answer as text of
 * `{data, meta}` with its ETag, or a 304 if the caller has it already. `data` becomes JSON once, and the same
 * text is hashed, sent and cached. Nest's own way to a handler would take a tenth of the time of a request,
 * and would drop an answer whose client has left, so that its payment would stay reserved.
 */
export function chainAnswers(bus: QueryBus, publicUrl: string, cache: ResponseCache) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const make = () => bus.execute<IQuery, ApiResponse<object>>(request.parameters);
    (readsStore(request) ? cache.whole(make) : make())
      .then((answer) => {
        const { whenLeft } = answer;
        if (whenLeft) onLargeSent(request, reply, whenLeft);
        const written = serializeResponse(answer);
        if (request.responseNames && !answer.isPassing && !whenLeft)
          cache.keep(request.responseNames, written, answer.wholeBlock);
        reply.send(enclosed(written, request, reply, { publicUrl, cached: answer.isCached }));
      })
      .catch((thrown: unknown) => writeRefusal(reply, refusalOf(thrown)));
  };
}

const readsStore = ({ documented }: FastifyRequest): boolean =>
  documented === undefined || !isChainMethod(documented) || !documented.needsNoStore;
