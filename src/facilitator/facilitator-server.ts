import type { x402Facilitator } from '@x402/core/facilitator';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { NodeUnreachable } from '../node/rpc/node-errors.js';
import type { Logger } from '../platform/log/logger.js';
import { PayerBusy } from './payer-turns.js';
import { REASON } from './payment/reason.js';
import { type PaymentRequest, paymentRequest } from './payment-request.js';
import { GasTooDear } from './transaction/gas-price.js';
import { TransactionNotTaken } from './transaction/payment-sender.js';

/** Many times the size of a payment. */
const MAX_BODY_BYTES = 64 * 1024;

/** Makes the refusal of a method where the scheme has not decided. */
type Refusal = (reason: string, network: string) => object;

/**
 * The HTTP interface of x402 version 2. A decision has status 200, even if it is a refusal. Status 400 means
 * a malformed request, 403 a request of a page in a browser, and 503 that no decision was possible. Logs name
 * a transaction or a reason, never signed data.
 * @param longestMs time limit of a request: connections that are still open that long after closing began are
 * cut
 */
export function facilitatorServer(
  facilitator: x402Facilitator,
  logger: Logger,
  longestMs: number,
): FastifyInstance {
  const server = fastify({ bodyLimit: MAX_BODY_BYTES, logger: false });

  // A page may point its own host name here (DNS rebinding) and settle payments at the cost of the account.
  // Sellers send no `Origin`.
  server.addHook('onRequest', async ({ headers }, reply) =>
    headers.origin === undefined
      ? undefined
      : reply.code(403).send({ error: 'pages of a browser are not served' }),
  );

  async function decide(
    body: unknown,
    reply: FastifyReply,
    decision: (request: PaymentRequest) => Promise<object>,
    refusal: Refusal,
  ): Promise<object> {
    const request = paymentRequest(body);
    if (request === undefined) return reply.code(400).send(refusal(REASON.payload, ''));
    const { network } = request.requirements;
    const unsupported = unsupportedBy(facilitator, request);
    if (unsupported !== undefined) return refusal(unsupported, network);
    try {
      return await decision(request);
    } catch (error) {
      return reply.code(503).send(refusal(reasonOf(error, logger), network));
    }
  }

  server.get('/supported', () => facilitator.getSupported());
  server.post('/verify', ({ body }, reply) =>
    decide(
      body,
      reply,
      ({ payload, requirements }) => facilitator.verify(payload, requirements),
      (invalidReason) => ({ isValid: false, invalidReason }),
    ),
  );
  server.post('/settle', ({ body }, reply) =>
    decide(
      body,
      reply,
      async ({ payload, requirements }) => {
        const answer = await facilitator.settle(payload, requirements);
        const { success, errorReason, transaction } = answer;
        logger.info(success ? 'settled' : `not settled: ${errorReason}`, transaction ? { transaction } : {});
        return answer;
      },
      (errorReason, network) => ({ success: false, errorReason, transaction: '', network }),
    ),
  );
  // A server that closes would otherwise wait for connections that are kept alive, and for those that never
  // send a whole request.
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
    const cut = setTimeout(() => server.server.closeAllConnections(), longestMs).unref();
    server.server.once('close', () => clearTimeout(cut));
  });
  server.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  server.setErrorHandler((error: { readonly statusCode?: number }, _, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: 'the request cannot be read' }),
  );
  return server;
}

function unsupportedBy(
  facilitator: x402Facilitator,
  { payload, requirements }: PaymentRequest,
): string | undefined {
  const { kinds } = facilitator.getSupported();
  const asked = [payload.accepted, requirements];
  if (asked.some(({ scheme }) => kinds.every((kind) => kind.scheme !== scheme))) return 'unsupported_scheme';
  if (asked.some(({ network }) => kinds.every((kind) => kind.network !== network))) return 'invalid_network';
  return undefined;
}

function reasonOf(error: unknown, logger: Logger): string {
  if (error instanceof NodeUnreachable) {
    logger.warn(`could not ask: ${error.message}`);
    return REASON.silent;
  }
  if (error instanceof TransactionNotTaken) {
    logger.error(`no node takes transactions of the settling account: ${withoutHex(error.message)}`);
    return 'transaction_not_taken';
  }
  if (error instanceof GasTooDear) {
    logger.warn(`not settled: ${error.message} per gas is too much`);
    return REASON.dear;
  }
  if (error instanceof PayerBusy) {
    logger.info(`not settled: ${REASON.busy}`);
    return REASON.busy;
  }
  const { name, message } = error instanceof Error ? error : { name: 'error', message: String(error) };
  logger.error(`could not decide on a payment: ${name}: ${withoutHex(message)}`);
  return 'unexpected_error';
}

/** Removes long hex strings: nodes and libraries repeat the signed data that they were given. */
function withoutHex(text: string): string {
  return text.replace(/(0x)?[0-9a-fA-F]{48,}/g, '…').slice(0, 300);
}
