import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Refusal } from '../../domain/refusal/refusal.js';
import { apiKeyInvalid, apiKeyMissing } from '../refusal/access-refusals.js';
import { unknownRoute } from '../refusal/request-refusals.js';
import { asksOwnHost } from './asked-host.js';
import { presentedKey } from './presented-key.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Headers in which proxies name their client. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * Decides who may read what is meant for operators: callers with the token or, if none is set, callers over
 * the loopback.
 */
export class InternalAccess {
  readonly #digest: Buffer | undefined;

  constructor(token?: string) {
    this.#digest = token === undefined ? undefined : digestOf(token);
  }

  /**
   * Decides about one request. Without a configured token, refused clients are answered as if the path did
   * not exist.
   * @param peer network address of the client; absent when it has disconnected
   * @returns the refusal; undefined when allowed
   */
  refusalFor(peer: string | undefined, headers: IncomingHttpHeaders): Refusal | undefined {
    if (this.#digest === undefined)
      return isOfThisMachine(peer) && !FORWARDED.some((name) => name in headers) && asksOwnHost(headers.host)
        ? undefined
        : unknownRoute();
    const token = presentedKey(headers);
    if (token === undefined) return apiKeyMissing();
    return timingSafeEqual(digestOf(token), this.#digest) ? undefined : apiKeyInvalid();
  }
}

function isOfThisMachine(peer = ''): boolean {
  const version = isIP(peer);
  return version !== 0 && LOOPBACK.check(peer, version === 6 ? 'ipv6' : 'ipv4');
}
