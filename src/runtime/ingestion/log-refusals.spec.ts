import { expect, it } from '@jest/globals';
import { logRefusals } from './log-refusals.js';

it('logs a repeated refusal once in a minute, and each other one', () => {
  let now = 0;
  const lines: string[] = [];
  const log = logRefusals({ warn: (line, fields) => lines.push(`${fields?.node}: ${line}`) }, () => now);
  const refuse = (node: string, reason: string): void => log('block 0', { node, reason });
  for (let round = 0; round < 4; round++) {
    refuse('one', 'another first block');
    refuse('other', 'another first block');
    now += 1_000;
  }
  expect(lines).toEqual([
    'one: refused block 0: another first block',
    'other: refused block 0: another first block',
  ]);
  refuse('one', 'silent');
  refuse('one', 'another first block');
  expect(lines).toHaveLength(4);
  now += 60_000;
  refuse('one', 'another first block');
  expect(lines).toHaveLength(5);
});
