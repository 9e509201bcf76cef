import { describe, expect, it } from '@jest/globals';
import { childPath, frameLevel, frameLevelOfHex, isNextFramePath, nextFramePath } from './frame-path.js';

const path = (hex: string) => Buffer.from(hex, 'hex');
const MANY = [0, 1, 65_533, 65_534, 65_535, 65_536, 131_069, 131_070, 131_071, 200_000];

describe('childPath', () => {
  it('counts beyond what two bytes hold, on one level and in order', () => {
    const paths = MANY.map((index) => childPath(path('00000003'), index));
    expect(paths.map((child) => child.toString('hex').slice(8))).toEqual([
      ...['0000', '0001', 'fffd', 'fffe', 'ffff0000', 'ffff0001', 'fffffffe', 'ffffffff0000', 'ffffffff0001'],
      'ffffffffffff0d43',
    ]);
    expect(paths.map(frameLevel)).toEqual(MANY.map(() => 3));
    expect(paths.map((child) => frameLevelOfHex(`0x${child.toString('hex')}`))).toEqual(MANY.map(() => 3));
    expect([...paths].sort(Buffer.compare)).toEqual(paths);
  });
});

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

  it('leaves out no level', () => {
    expect(nextFramePath(path('0000'), 3)).toBeUndefined();
    expect(nextFramePath(path('0000'), 1.5)).toBeUndefined();
    expect(nextFramePath(path('0000'), 0)).toBeUndefined();
  });
});

describe('nextFramePath of very many siblings', () => {
  const parent = path('000000ff');

  it.each(MANY)('goes on after the one at %d, and after what runs in it', (index) => {
    const frame = childPath(parent, index);
    const next = childPath(parent, index + 1);
    expect(nextFramePath(frame, 3)).toEqual(next);
    expect(nextFramePath(childPath(childPath(frame, 65_535), 7), 3)).toEqual(next);
    expect(nextFramePath(frame, 4)).toEqual(childPath(frame, 0));
    expect(nextFramePath(frame, 2)).toEqual(path('00000100'));
    expect(nextFramePath(frame, 5)).toBeUndefined();
  });
});

describe('isNextFramePath', () => {
  const paths = [
    '0000',
    '00000000',
    '000000ff',
    '00000100',
    '0000fffe',
    '0000ffff0000',
    '0000ffff0001',
    '0000ffff',
    '0000ffff00000000',
    '00010000',
    '000000000001',
    '00',
    '',
  ];

  it.each([undefined, ...paths.filter((hex) => hex.length >= 4 && !hex.endsWith('ffff'))])(
    'accepts after %s what nextFramePath gives, and nothing else',
    (before) => {
      const previous = before === undefined ? undefined : path(before);
      const expected = [1, 2, 3, 4, 5].flatMap(
        (level) => nextFramePath(previous, level)?.toString('hex') ?? [],
      );
      for (const hex of new Set([...paths, ...expected])) {
        expect([hex, isNextFramePath(previous, path(hex))]).toEqual([hex, expected.includes(hex)]);
      }
    },
  );
});
