import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { CursorKey } from './cursor-key.js';

const key = await CursorKey.of(Buffer.alloc(32, 1));

describe('a cursor', () => {
  const cursor = key.seal('list {"number":5}', [7, 0]);

  it('opens to the position it was sealed with', () => {
    expect(key.open('list {"number":5}', cursor)).toEqual([7, 0]);
  });

  it('is short and needs no escaping', () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(key.seal('x', [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 255]).length).toBeLessThan(512);
  });

  // A cursor of an older process with the same secret, which computed the hash with OpenSSL.
  it('begins with the HMAC of its request and its position', () => {
    const sent = Buffer.from(cursor, 'base64url');
    const expected = createHmac('sha256', Buffer.alloc(32, 1)).update('list {"number":5}\0[7,0]').digest();
    expect(sent.subarray(0, 32)).toEqual(expected);
    expect(sent.subarray(32).toString()).toBe('[7,0]');
  });

  it('opens for no other request and under no other key', async () => {
    expect(key.open('list {"number":6}', cursor)).toBeUndefined();
    const other = await CursorKey.of(Buffer.alloc(32, 2));
    expect(other.open('list {"number":5}', cursor)).toBeUndefined();
  });

  it('does not open when any one character differs', () => {
    for (let index = 0; index < cursor.length; index++) {
      const other = cursor[index] === 'A' ? 'B' : 'A';
      const tampered = cursor.slice(0, index) + other + cursor.slice(index + 1);
      expect(key.open('list {"number":5}', tampered)).toBeUndefined();
    }
  });

  it.each(['', 'AAAA', 'e30', '!!!', `${cursor}=`, `${cursor}A`, 'x'.repeat(513)])('is not %s', (text) => {
    expect(key.open('list {"number":5}', text)).toBeUndefined();
  });

  it('needs a secret that cannot be guessed', async () => {
    await expect(CursorKey.of(Buffer.alloc(16))).rejects.toThrow('32 bytes');
  });
});
