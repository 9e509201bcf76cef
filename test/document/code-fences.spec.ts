import { expect, it } from '@jest/globals';
import { linesMissed } from './code-fences.js';

const PRINTED = 'one of 3\n  two of 3\n';

it('reports the shown lines that were not printed, where `…` matches anything', () => {
  expect(linesMissed('one of …\ntwo …\n… of 3\n', PRINTED)).toEqual([]);
  expect(linesMissed('one\n…three…\n', PRINTED)).toEqual(['one', '…three…']);
});

it('always reports a line of `…` alone, since it would match any output', () => {
  expect(linesMissed('one of 3\n…\n', PRINTED)).toEqual(['…']);
});
