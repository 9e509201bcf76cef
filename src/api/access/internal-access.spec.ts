import { describe, expect, it } from '@jest/globals';
import { InternalAccess } from './internal-access.js';

const TOKEN = 'a-token-of-some-length';
const statusOf = (access: InternalAccess, peer: string | undefined, headers = {}) =>
  access.refusalFor(peer, headers)?.details?.reason ?? access.refusalFor(peer, headers)?.code;

describe('access for those who run the service', () => {
  const local = new InternalAccess();
  const remote = new InternalAccess(TOKEN);

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('is given without a token to %s', (peer) => {
    expect(statusOf(local, peer)).toBeUndefined();
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '128.0.0.1', '0.0.0.0', 'fe80::1', '', undefined, 'localhost'])(
    'is refused to %s as if the path did not exist',
    (peer) => {
      expect(statusOf(local, peer)).toBe('not_found');
    },
  );

  it.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=10.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'evil.test' },
  ])('is refused to a client on the machine that requests another host, %j', (headers) => {
    expect(statusOf(local, '127.0.0.1', headers)).toBe('not_found');
  });

  it('is given only to clients with the token, if there is one, whatever their address', () => {
    for (const peer of ['127.0.0.1', '10.0.0.1']) {
      expect(statusOf(remote, peer)).toBe('api_key_missing');
      expect(statusOf(remote, peer, { authorization: `Bearer ${TOKEN}x` })).toBe('api_key_invalid');
      expect(statusOf(remote, peer, { authorization: `Bearer ${TOKEN}` })).toBeUndefined();
    }
  });
});
