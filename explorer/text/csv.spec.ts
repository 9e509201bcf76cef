import { expect, it } from '@jest/globals';
import { csv } from './csv.js';

it('quotes what would break a row', () => {
  expect(csv([['a,b', 'c"d', 'e\nf', 1]])).toBe('"a,b","c""d","e\nf",1\r\n');
});

it('lets no text run as a formula, and no number become a text', () => {
  expect(csv([['=HYPERLINK("x")', '+1', '@a', '-5', -5]])).toBe(`"'=HYPERLINK(""x"")",'+1,'@a,-5,-5\r\n`);
});
