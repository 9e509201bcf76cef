import { describe, expect, it } from '@jest/globals';
import { argumentsText } from './arguments.js';
import { visible } from './visible.js';

describe('arguments of an event', () => {
  const args = [
    { name: 'to', value: '0x12' },
    { name: 'memo', value: 'a\u202eb\u200bc' },
    { name: 'ids', value: ['1', '2'] },
  ];

  it('are named, one after the other', () => {
    expect(argumentsText(args)).toBe('to: 0x12, memo: a\u202eb\u200bc, ids: ["1","2"]');
  });

  it('hide nothing and turn nothing round when they are shown', () => {
    expect(visible(argumentsText(args), 240)).toBe('to: 0x12, memo: a\\u202eb\\u200bc, ids: ["1","2"]');
  });
});
