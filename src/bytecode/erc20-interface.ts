/** The answered functions that identify a token. */
export interface Erc20Interface {
  readonly hasDecimals: boolean;
  readonly hasSymbol: boolean;
  readonly hasName: boolean;
  readonly hasTotalSupply: boolean;
  readonly supportsInterface: boolean;
}

/** The view functions of ERC-20 and ERC-165 among reachable selectors. */
export function erc20InterfaceOf(selectors: readonly number[]): Erc20Interface {
  const exposed = new Set(selectors);
  return {
    hasDecimals: exposed.has(0x313ce567),
    hasSymbol: exposed.has(0x95d89b41),
    hasName: exposed.has(0x06fdde03),
    hasTotalSupply: exposed.has(0x18160ddd),
    supportsInterface: exposed.has(0x01ffc9a7),
  };
}
