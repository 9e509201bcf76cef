import { expect, it } from '@jest/globals';
import { textTable } from './text-table.js';

it('makes columns as wide as their widest cell', () => {
  const table = textTable(
    ['family', 'gaps'],
    [
      ['blocks', '-'],
      ['state_diff', '1..2'],
    ],
  );
  expect(table).toBe(
    ['family      gaps', '----------  ----', 'blocks      -', 'state_diff  1..2'].join('\n'),
  );
});
