import { describe, expect, it } from '@jest/globals';
import { delegateOf, isDelegation } from './delegation-designator.js';

const delegate = 'be'.repeat(20);

describe('delegateOf', () => {
  it('reads the address of a designator', () => {
    const code = Buffer.from(`ef0100${delegate}`, 'hex');
    expect(isDelegation(code)).toBe(true);
    expect(delegateOf(code)?.toString('hex')).toBe(delegate);
  });

  it.each(['', 'ef', 'ef0100', `ef0100${delegate}00`, `ef0100${delegate.slice(2)}`, `ef0101${delegate}`])(
    'reads nothing from %s',
    (hex) => expect(delegateOf(Buffer.from(hex, 'hex'))).toBeUndefined(),
  );
});
