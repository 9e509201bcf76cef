import { describe, expect, it } from '@jest/globals';
import { byteSize, duration, progressLine } from './progress-meter.js';

describe('a progress line', () => {
  it('says count, share, rate and time left', () => {
    expect(progressLine('ingesting', 'blocks', 250, 1000, 10)).toBe(
      'ingesting: 250 of 1000 blocks (25 %), 25 blocks/s, 30 s left',
    );
  });

  it('does not guess a time before anything is done', () => {
    expect(progressLine('ingesting', 'blocks', 0, 10, 5)).toContain('unknown left');
  });
});

describe('durations and sizes', () => {
  it.each([
    [0, '0 s'],
    [89.2, '90 s'],
    [600, '10 min'],
    [3 * 3600 + 300, '3 h 05 min'],
    [52 * 3600, '2 d 4 h'],
  ])('%d s reads %s', (seconds, text) => expect(duration(seconds)).toBe(text));

  it.each([
    [999, '999 B'],
    [12_345, '12.3 kB'],
    [123_456_789, '123 MB'],
    [2_500_000_000_000, '2.5 TB'],
  ])('%d bytes read %s', (bytes, text) => expect(byteSize(bytes)).toBe(text));
});
