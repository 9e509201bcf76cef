import { describe, expect, it } from '@jest/globals';
import { parseRules } from './rules.js';
import { concerns } from './rules-of-operations.js';
import { idsIn } from './tested-rules.js';

describe('rule ids in titles', () => {
  it('are read one by one and as runs', () => {
    const text = `it('${['R-', '061'].join('')}, R-A${'075'}: x') R-${'316'} to R-${'318'}; R-${'7'}`;
    expect(idsIn(text)).toEqual(['061', 'A075', '316', '317', '318'].map((id) => `R-${id}`));
  });
});

describe('rules of the contract', () => {
  const rules = parseRules(
    [
      '## Block',
      '| Rule | Statement |',
      '|---|---|',
      '| R-900 | A block. | S2 |',
      '## Annex A',
      '| R-A900 | Token | `symbol` | none |',
    ].join('\n'),
  );

  it('are read with their section', () => {
    expect(rules).toEqual([
      { id: 'R-900', section: 'Block', cells: ['A block.', 'S2'] },
      { id: 'R-A900', section: 'Annex A', cells: ['Token', '`symbol`', 'none'] },
    ]);
  });

  it('concern the operations of their section or record', () => {
    const [block, token] = rules;
    expect([concerns(block!, new Set(['getBlock'])), concerns(block!, new Set(['getHealth']))]).toEqual([
      true,
      false,
    ]);
    expect(concerns(token!, new Set(['getBlock']))).toBe(false);
  });
});
