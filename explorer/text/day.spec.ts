import { expect, it } from '@jest/globals';
import { day, dayAndTime, dayOfText, duration, readDay } from './day.js';

it('writes days and times in UTC', () => {
  expect(day(1_777_224_503)).toBe('26 Apr 2026');
  expect(dayAndTime(1_777_224_503)).toBe('26 Apr 2026 17:28 UTC');
});

it.each(['2026-04-26', '2026-04-26T23:59:59Z'])('writes the day of %s', (text) =>
  expect(dayOfText(text)).toBe('26 Apr 2026'),
);

it.each([
  ['2026-04-26', '2026-04-26T23:59:59Z'],
  ['2026-04-26 17:28', '2026-04-26T17:28:59Z'],
  ['2026-04-26T17:28Z', '2026-04-26T17:28:59Z'],
  ['2024-02-29', '2024-02-29T23:59:59Z'],
])('reads %s', (text, time) => expect(readDay(text)).toBe(Date.parse(time) / 1000));

it.each(['2026-02-30', '26.4.2026', 'yesterday', '', '2026-13-01'])('does not read %j', (text) =>
  expect(readDay(text)).toBeUndefined(),
);

it('writes durations', () => {
  expect([3, 300, 7_200, 500_000].map(duration)).toEqual(['3 s', '5 min', '2 h', '6 days']);
});
