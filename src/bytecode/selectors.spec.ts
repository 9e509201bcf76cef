import { describe, expect, it } from '@jest/globals';
import { selectorsOf } from './selectors.js';

const selectors = (hex: string) => selectorsOf(Buffer.from(hex, 'hex')).map((found) => found.toString('hex'));

describe('selectorsOf', () => {
  // Two functions, the larger selector first; both stop.
  const dispatcher = `60003560e01c8063a9059cbb14602057806306fdde0314602057${'00'.repeat(6)}5b00`;

  it('R-106: finds what the code dispatches on, ascending', () => {
    expect(selectors(dispatcher)).toEqual(['06fdde03', 'a9059cbb']);
  });

  it('R-106: does not take other pushed bytes for selectors', () => {
    // The same pushes, once compared with nothing, once never reached.
    expect(selectors('63a9059cbb6306fdde0300')).toEqual([]);
    expect(selectors(`00${dispatcher}`)).toEqual([]);
  });

  it('counts a selector once, however often the code asks for it', () => {
    const twice = `60003560e01c${'8063a9059cbb14602057'.repeat(2)}${'00'.repeat(6)}5b00`;
    expect(selectors(twice)).toEqual(['a9059cbb']);
  });
});
