import { describe, expect, it } from '@jest/globals';
import { toFunctionSelector } from 'viem';
import { erc20InterfaceOf, supportsInterface } from './erc20-interface.js';

const VIEWS = ['decimals()', 'symbol()', 'name()', 'totalSupply()', 'supportsInterface(bytes4)'];
const FLAGS = ['hasDecimals', 'hasSymbol', 'hasName', 'hasTotalSupply', 'supportsInterface'];
const selector = (signature: string): string => toFunctionSelector(signature).slice(2);
const flagsOf = (...selectors: readonly string[]) => ({
  ...erc20InterfaceOf(`0x${selectors.join('')}`),
  supportsInterface: supportsInterface(`0x${selectors.join('')}`),
});

describe('erc20InterfaceOf', () => {
  it('R-104, R-105: finds each view function by its selector, and by no other', () => {
    for (const [index, view] of VIEWS.entries()) {
      const found = flagsOf(selector('transfer(address,uint256)'), selector(view));
      expect(Object.entries(found).filter(([, exposed]) => exposed)).toEqual([[FLAGS[index], true]]);
    }
    expect(Object.values(flagsOf(...VIEWS.map(selector)))).toEqual(Array(5).fill(true));
    expect(Object.values(flagsOf())).toEqual(Array(5).fill(false));
  });

  it('finds no selector across the end of another', () => {
    expect(Object.values(flagsOf('aa313ce5', '67bbbbbb'))).toEqual(Array(5).fill(false));
    expect(flagsOf('aa313ce5', '67bbbbbb', '313ce567').hasDecimals).toBe(true);
  });
});
