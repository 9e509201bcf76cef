import { describe, expect, it } from '@jest/globals';
import { isNextFramePath, nextFramePath } from './frame-path.js';

const path = (hex: string) => Buffer.from(hex, 'hex');

describe('nextFramePath', () => {
  it('begins with the root, once', () => {
    expect(nextFramePath(undefined, 1)).toEqual(path('0000'));
    expect(nextFramePath(undefined, 2)).toBeUndefined();
    expect(nextFramePath(path('0000'), 1)).toBeUndefined();
    expect(nextFramePath(path('00000003'), 1)).toBeUndefined();
  });

  it('goes down to index 0, along to the next, and back up to the next', () => {
    expect(nextFramePath(path('0000'), 2)).toEqual(path('00000000'));
    expect(nextFramePath(path('000000ff'), 2)).toEqual(path('00000100'));
    expect(nextFramePath(path('0000000200050007'), 3)).toEqual(path('000000020006'));
    expect(nextFramePath(path('0000000200050007'), 2)).toEqual(path('00000003'));
  });

  it('leaves out no level and runs past no index', () => {
    expect(nextFramePath(path('0000'), 3)).toBeUndefined();
    expect(nextFramePath(path('0000ffff'), 2)).toBeUndefined();
    expect(nextFramePath(path('0000'), 1.5)).toBeUndefined();
    expect(nextFramePath(path('0000'), 0)).toBeUndefined();
  });
});

describe('isNextFramePath', () => {
  const paths = [
    '0000',
    '00000000',
    '000000ff',
    '00000100',
    '0000ffff',
    '00010000',
    '000000000001',
    '00',
    '',
  ];

  it.each([undefined, ...paths.slice(0, -2)])(
    'accepts after %s what nextFramePath gives, and nothing else',
    (before) => {
      const previous = before === undefined ? undefined : path(before);
      const expected = [1, 2, 3, 4].flatMap((level) => nextFramePath(previous, level)?.toString('hex') ?? []);
      for (const hex of new Set([...paths, ...expected])) {
        expect([hex, isNextFramePath(previous, path(hex))]).toEqual([hex, expected.includes(hex)]);
      }
    },
  );
});
