import { describe, expect, it } from '@jest/globals';
import { cloneTargetOf } from '../../bytecode/clone-target.js';
import { SLOT_NAMES } from '../../definition/model/fact-source.js';
import { slotOf } from '../../engine/model/slots.js';
import { cloneTargetIn, delegateIn } from './code-value.js';
import { slotNamed } from './slot-named.js';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** EIP-1167 code with an address that omits so many leading zero bytes. */
function clone(missing: number): Buffer {
  const size = (0x73 - missing).toString(16);
  const jump = (0x2b - missing).toString(16).padStart(2, '0');
  return bytes(`363d3d373d3d3d363d${size}${'ab'.repeat(20 - missing)}5af43d82803e903d9160${jump}57fd5bf3`);
}

describe('the value of code', () => {
  it.each(Array.from({ length: 20 }, (_, missing) => missing))(
    'is the target of a clone that omits %i bytes of it, as the extraction of facts reads it',
    (missing) => {
      const code = clone(missing);
      const target = `0x${'00'.repeat(missing)}${'ab'.repeat(20 - missing)}`;
      expect(cloneTargetIn(code)).toBe(target);
      expect(`0x${cloneTargetOf(code)!.toString('hex')}`).toBe(target);
    },
  );

  it('is no target where any byte of the template is another', () => {
    for (const missing of [0, 4]) {
      const code = clone(missing);
      for (let at = 0; at < code.length; at++) {
        const changed = Buffer.from(code);
        changed[at]! ^= 1;
        const expected = cloneTargetOf(changed);
        expect(cloneTargetIn(changed)).toBe(expected && `0x${expected.toString('hex')}`);
      }
    }
  });

  it('is no target where the jump leads anywhere but behind the copy of the return data', () => {
    for (const missing of [0, 1, 19]) {
      const code = clone(missing);
      const at = code.length - 5;
      for (let jump = 0; jump < 256; jump++) {
        const changed = Buffer.from(code);
        changed[at] = jump;
        const expected = cloneTargetOf(changed);
        expect(cloneTargetIn(changed)).toBe(expected && `0x${expected.toString('hex')}`);
        expect(expected !== undefined).toBe(jump === code[at]);
      }
    }
  });

  it('is a delegate only in 23 bytes', () => {
    expect(delegateIn(bytes(`ef0100${'cd'.repeat(20)}`))).toBe(`0x${'cd'.repeat(20)}`);
    expect(delegateIn(bytes(`ef0100${'cd'.repeat(21)}`))).toBeUndefined();
    expect(delegateIn(bytes(`ef0101${'cd'.repeat(20)}`))).toBeUndefined();
  });
});

describe('slotNamed', () => {
  it.each(SLOT_NAMES)('gives the slot of %s as the extraction of facts does', (name) => {
    expect(slotNamed(name)).toBe(slotOf(name));
  });
});
