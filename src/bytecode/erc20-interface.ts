/** The answered functions that identify a token. */
export interface Erc20Interface {
  readonly hasDecimals: boolean;
  readonly hasSymbol: boolean;
  readonly hasName: boolean;
  readonly hasTotalSupply: boolean;
}

/** The view functions of ERC-20 among reachable selectors. */
export function erc20InterfaceOf(selectors: readonly number[]): Erc20Interface {
  return {
    hasDecimals: selectors.includes(0x313ce567),
    hasSymbol: selectors.includes(0x95d89b41),
    hasName: selectors.includes(0x06fdde03),
    hasTotalSupply: selectors.includes(0x18160ddd),
  };
}

/** Whether ERC-165 is among reachable selectors. */
export const supportsInterface = (selectors: readonly number[]): boolean => selectors.includes(0x01ffc9a7);
