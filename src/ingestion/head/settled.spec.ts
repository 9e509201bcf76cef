import { describe, expect, it } from '@jest/globals';
import { settledUpTo } from './settled.js';

describe('settledUpTo', () => {
  it('is what the node calls final', () => expect(settledUpTo(1000, 900)).toBe(900));
  it('leaves 64 blocks undoable, whatever the node says', () => expect(settledUpTo(1000, 1000)).toBe(936));
  it('goes by depth where the node names no final block', () =>
    expect(settledUpTo(1000, undefined)).toBe(936));
});
