import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Network address that a request counts for: its peer, or behind trusted proxies the last address before them. What a proxy names that is no
 * address stands for the proxy: it could be another one for each request.
 */
export function clientAddress({ ip, raw }: FastifyRequest): string {
  return isIP(ip) === 0 ? (raw.socket.remoteAddress ?? '') : ip;
}
