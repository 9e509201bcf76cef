import { describe, expect, it } from '@jest/globals';
import { queryPairs } from './query-string.js';

describe('the query of a target', () => {
  it.each([
    ['/a', []],
    ['/a?', []],
    ['/a?&&', []],
    ['/a?b', [['b', '']]],
    ['/a?b=', [['b', '']]],
    ['/a?=c', [['', 'c']]],
    ['/a?b=c=d', [['b', 'c=d']]],
    ['/a?b=1+2%2B3', [['b', '1 2+3']]],
    [
      '/a?b=1&b=2',
      [
        ['b', '1'],
        ['b', '2'],
      ],
    ],
    [
      '/a?__proto__=1&l%C3%A9=%3D',
      [
        ['__proto__', '1'],
        ['lé', '='],
      ],
    ],
  ])('%s is read pair by pair', (target, pairs) => {
    expect(queryPairs(target)).toEqual(pairs);
  });
});
