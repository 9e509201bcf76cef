import { describe, expect, it } from '@jest/globals';
import { toFunctionSelector } from 'viem';
import { erc20InterfaceOf, supportsInterface } from './erc20-interface.js';

const VIEWS = ['decimals()', 'symbol()', 'name()', 'totalSupply()', 'supportsInterface(bytes4)'];
const FLAGS = ['hasDecimals', 'hasSymbol', 'hasName', 'hasTotalSupply', 'supportsInterface'];
const selector = (signature: string) => Number(toFunctionSelector(signature));
const flagsOf = (selectors: readonly number[]) => ({
  ...erc20InterfaceOf(selectors),
  supportsInterface: supportsInterface(selectors),
});

describe('erc20InterfaceOf', () => {
  it('R-104, R-105: tells each view function by its selector, and none by another', () => {
    for (const [index, view] of VIEWS.entries()) {
      const found = flagsOf([selector('transfer(address,uint256)'), selector(view)]);
      expect(Object.entries(found).filter(([, exposed]) => exposed)).toEqual([[FLAGS[index], true]]);
    }
    expect(Object.values(flagsOf(VIEWS.map(selector)))).toEqual(Array(5).fill(true));
    expect(Object.values(flagsOf([]))).toEqual(Array(5).fill(false));
  });
});
