import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Network address for which a request counts: its peer or, behind trusted proxies, the last address before
 * them. If a proxy names something that is no address, the request counts for the proxy, because that text
 * could be another one in each request.
 */
export function clientAddress({ ip, raw }: FastifyRequest): string {
  return isIP(ip) === 0 ? (raw.socket.remoteAddress ?? '') : ip;
}
