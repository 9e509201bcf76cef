import { expect, it } from '@jest/globals';
import { httpUrl } from './http-url.js';

it('puts IPv6 addresses into brackets, so that the URL is one', () => {
  expect(['127.0.0.1', 'localhost', '::1', '::'].map((host) => new URL(httpUrl(host, 8080)).href)).toEqual([
    'http://127.0.0.1:8080/',
    'http://localhost:8080/',
    'http://[::1]:8080/',
    'http://[::]:8080/',
  ]);
});
