import { describe, expect, it } from '@jest/globals';
import { callBehind, findPage } from './explorer-pages.js';

describe('a page of the explorer', () => {
  it.each([
    ['', 'start', {}],
    ['address/0xab', 'address', { address: '0xab' }],
    ['address/0xab/holdings', 'addressTab', { address: '0xab', tab: 'holdings' }],
    [
      'address/0xab/proof/risk%3Asanctioned_ofac',
      'attributeProof',
      { address: '0xab', id: 'risk:sanctioned_ofac' },
    ],
    [
      'address/0xab/proof/relation:owned_by/0xcd',
      'relationProof',
      { address: '0xab', id: 'relation:owned_by', counterpart: '0xcd' },
    ],
    ['definitions', 'definitions', {}],
  ])('%j is %s', (path, name, values) => {
    const found = findPage(path);
    expect(found?.page.name).toBe(name);
    expect(found?.values).toEqual(values);
  });

  it.each(['nothing', 'address', 'address//x', 'block/1/2', 'address/%ff', 'constructor'])(
    '%j is none',
    (path) => {
      expect(findPage(path)).toBeUndefined();
    },
  );

  it('leads to the call behind it, whatever values its path has', () => {
    expect(callBehind(findPage('address/..%2F%3Fx/proof/a:b')!)).toBe(
      'addresses/..%2F%3Fx/attributes/a%3Ab/proof',
    );
  });
});
