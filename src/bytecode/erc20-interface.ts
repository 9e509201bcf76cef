import type { Hex } from '../domain/chain/hex.js';

/** The functions of ERC-20 that a contract answers. */
export interface Erc20Interface {
  readonly hasDecimals: boolean;
  readonly hasSymbol: boolean;
  readonly hasName: boolean;
  readonly hasTotalSupply: boolean;
}

/** Number of characters before the first selector, and of each selector. */
const START = 2;
const LENGTH = 8;

/** The view functions of ERC-20 among reachable selectors (`0x` and eight characters each). */
export function erc20InterfaceOf(selectors: Hex): Erc20Interface {
  return {
    hasDecimals: isAmong(selectors, '313ce567'),
    hasSymbol: isAmong(selectors, '95d89b41'),
    hasName: isAmong(selectors, '06fdde03'),
    hasTotalSupply: isAmong(selectors, '18160ddd'),
  };
}

/** Whether ERC-165 is among reachable selectors, in the same form. */
export const supportsInterface = (selectors: Hex): boolean => isAmong(selectors, '01ffc9a7');

/**
 * Searches the text, because parsing each selector takes longer than making the rest of an answer's record.
 */
function isAmong(selectors: Hex, selector: string): boolean {
  let at = selectors.indexOf(selector, START);
  while (at !== -1 && (at - START) % LENGTH !== 0) at = selectors.indexOf(selector, at + 1);
  return at !== -1;
}
