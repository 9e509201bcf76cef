import { describe, expect, it } from '@jest/globals';
import { cloneTargetOf } from './clone-target.js';

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const HEAD = '363d3d373d3d3d363d';
const target = 'bebebebebebebebebebebebebebebebebebebebe';
const standard = `${HEAD}73${target}5af43d82803e903d91602b57fd5bf3`;

describe('cloneTargetOf', () => {
  it('reads the form of EIP-1167', () => {
    expect(cloneTargetOf(bytes(standard))).toEqual(bytes(target));
  });

  it('reads shortened forms, whose jump target is lower', () => {
    const four = 'aabbccddeeff00112233445566778899';
    expect(cloneTargetOf(bytes(`${HEAD}6f${four}5af43d82803e903d91602757fd5bf3`))).toEqual(
      bytes(`00000000${four}`),
    );
    expect(cloneTargetOf(bytes(`${HEAD}60095af43d82803e903d91601857fd5bf3`))).toEqual(
      bytes(`${'00'.repeat(19)}09`),
    );
  });

  it.each([
    ['a jump that goes elsewhere', standard.replace('602b', '602c')],
    ['a shortened address with the jump of the long form', `${HEAD}60095af43d82803e903d91602b57fd5bf3`],
    ['more behind it', `${standard}00`],
    ['less of it', standard.slice(0, -2)],
    ['no address', `${HEAD}5af43d82803e903d91601757fd5bf3`],
    ['another head', `37${standard.slice(2)}`],
    ['another tail', `${standard.slice(0, -2)}f4`],
    ['a longer push', `${HEAD}74${target}005af43d82803e903d91602c57fd5bf3`],
    ['the code that creates it', `3d602d80600a3d3981f3${standard}`],
    ['nothing', ''],
  ])('reads nothing else: %s', (_, code) => {
    expect(cloneTargetOf(bytes(code))).toBeUndefined();
  });
});
