import { once } from 'node:events';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { endingInTime } from './connection/ending-in-time.js';
import { createHttpServer } from './http-server.js';
import { noteAtPayAddress } from './pay/at-pay-address.js';

/**
 * A second address of a service. Its requests pass the same hooks, and are marked as having arrived here.
 */
export class PayAddress {
  readonly #server: Server;
  readonly #end: () => void;

  constructor(fastify: FastifyInstance) {
    this.#server = createHttpServer((request, response) => {
      noteAtPayAddress(request);
      // A connection that is kept alive would delay a server that closes.
      response.once('close', () => {
        if (!this.#server.listening) this.#server.closeIdleConnections();
      });
      fastify.routing(request, response);
    });
    this.#end = endingInTime(this.#server);
  }

  async open(host: string, port: number): Promise<void> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
  }

  /** Lets requests in flight finish. Incomplete requests get only a moment. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#end();
    await once(this.#server, 'close');
  }
}
