import { describe, expect, it } from '@jest/globals';
import { AddressLimit } from './address-limit.js';

const MANY = 600;

/** Whether the second address must wait once the first has used its limit. */
function share(one: string, other: string): boolean {
  const limit = new AddressLimit();
  for (let at = 0; at < MANY; at++) expect(limit.count(one)).toBeUndefined();
  expect(limit.count(one)).toBeGreaterThan(0);
  return limit.count(other) !== undefined;
}

describe('AddressLimit', () => {
  it.each([
    ['203.0.113.7', '::ffff:203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:DB8:1:2:0:0:0:2%eth0'],
  ])('counts %s and %s together', (one, other) => {
    expect(share(one, other)).toBe(true);
  });

  it.each([
    ['203.0.113.7', '203.0.113.8'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.8'],
  ])('counts %s and %s apart', (one, other) => {
    expect(share(one, other)).toBe(false);
  });
});
