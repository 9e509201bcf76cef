import { describe, expect, it } from '@jest/globals';
import { checkTarget } from './request-target.js';

describe('a request target', () => {
  it.each(['/', '/a?b=c&d', '/%20', '/%E2%82%AC', '/?q=100%25'])('%s can be read', (target) => {
    expect(() => checkTarget(target)).not.toThrow();
  });

  it.each(['/%', '/%2', '/%zz', '/%ff', '/%c0%af', '/%ed%a0%80', '/é', '/\u0001'])('%s cannot', (target) => {
    expect(() => checkTarget(target)).toThrow('not correctly encoded');
  });

  it('may have 4,096 bytes, and when longer is refused for that first', () => {
    expect(() => checkTarget('/'.padEnd(4096, 'a'))).not.toThrow();
    expect(() => checkTarget('/%zz'.padEnd(4097, 'a'))).toThrow('longer than 4096 bytes');
  });
});
