export const TOKEN_STANDARDS = ['erc20', 'erc721', 'erc1155', 'erc777', 'erc4626'] as const;
export type TokenStandard = (typeof TOKEN_STANDARDS)[number];

/** Events a token has emitted, each of exactly its standard's shape; a batch is one. */
export interface TokenEventCounts {
  readonly erc20: number;
  readonly erc721: number;
  readonly erc1155: number;
  /** Transfers without indexed parameters: of early ERC-20 and ERC-721 tokens alike. */
  readonly unindexed: number;
  /** Sent, Minted and Burned. */
  readonly erc777: number;
  /** Deposit and Withdraw. */
  readonly erc4626: number;
}

/**
 * The standard of a token by its events. Vaults (ERC-4626) and tokens with operators (ERC-777) are ERC-20
 * tokens as well, and get the more specific name. Any other token gets the standard of most of its transfers;
 * ties go by the order of the standards.
 *
 * @param ownsItems whether the code answers `ownerOf(uint256)`, which decides about transfers without indexed
 * parameters
 * @returns undefined when there was no transfer
 */
export function tokenStandard(counts: TokenEventCounts, ownsItems: boolean): TokenStandard | undefined {
  const erc20 = counts.erc20 + (ownsItems ? 0 : counts.unindexed);
  const erc721 = counts.erc721 + (ownsItems ? counts.unindexed : 0);
  if (counts.erc4626 > 0 && erc20 > 0) return 'erc4626';
  if (counts.erc777 > 0) return 'erc777';
  const most = Math.max(erc20, erc721, counts.erc1155);
  if (most === 0) return undefined;
  if (erc20 === most) return 'erc20';
  return erc721 === most ? 'erc721' : 'erc1155';
}
