import { expect, it } from '@jest/globals';
import { linesMissed } from './code-fences.js';

const PRINTED = 'one of 3\n  two of 3\n';

it('misses the lines that are not printed, `…` being anything', () => {
  expect(linesMissed('one of …\ntwo …\n… of 3\n', PRINTED)).toEqual([]);
  expect(linesMissed('one\n…three…\n', PRINTED)).toEqual(['one', '…three…']);
});

it('takes `…` alone for no line, as any output would be as shown', () => {
  expect(linesMissed('one of 3\n…\n', PRINTED)).toEqual(['…']);
});
