import { describe, expect, it } from '@jest/globals';
import { toFunctionSelector } from 'viem';
import { erc20InterfaceOf } from './erc20-interface.js';

const VIEWS = ['decimals()', 'symbol()', 'name()', 'totalSupply()', 'supportsInterface(bytes4)'];
const FLAGS = ['hasDecimals', 'hasSymbol', 'hasName', 'hasTotalSupply', 'supportsInterface'];
const selector = (signature: string) => Number(toFunctionSelector(signature));

describe('erc20InterfaceOf', () => {
  it('R-104, R-105: tells each view function by its selector, and none by another', () => {
    for (const [index, view] of VIEWS.entries()) {
      const found = erc20InterfaceOf([selector('transfer(address,uint256)'), selector(view)]);
      expect(Object.entries(found).filter(([, exposed]) => exposed)).toEqual([[FLAGS[index], true]]);
    }
    expect(Object.values(erc20InterfaceOf(VIEWS.map(selector)))).toEqual(Array(5).fill(true));
    expect(Object.values(erc20InterfaceOf([]))).toEqual(Array(5).fill(false));
  });
});
