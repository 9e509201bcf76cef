import { describe, expect, it } from '@jest/globals';
import { asksOwnHost } from './asked-host.js';

describe('the host a request asks for', () => {
  it.each([
    undefined,
    'localhost',
    'localhost:8080',
    'LOCALHOST:8080',
    'demo.localhost',
    '127.0.0.1:8080',
    '192.168.1.2',
    '[::1]:8080',
    'data.test',
    'DATA.test:443',
  ])('is the service: %s', (host) => {
    expect(asksOwnHost(host, new Set(['data.test']))).toBe(true);
  });

  it.each([
    'evil.test',
    'evil.test:8080',
    'data.test.evil.test',
    'evil-localhost',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '',
    ':8080',
    'a b',
    '[::1',
  ])('is another: %s', (host) => {
    expect(asksOwnHost(host, new Set(['data.test']))).toBe(false);
  });
});
