import type { Hex } from '../../domain/chain/hex.js';
import { movesItems } from '../../domain/token/moves-items.js';
import { type TokenStandard, tokenStandard } from '../../domain/token/token-standard.js';

/** The standard of a token, and what it declares. */
export interface DescribedToken {
  /** Undefined while no transfer decides it, or only code decides it that is not known. */
  readonly standard: TokenStandard | undefined;
  /** Bytes as the token declares them, as `0x` hex; null when none are known. */
  readonly symbol: string | null;
  readonly name: string | null;
  /** Null when no decimals are known. */
  readonly decimals: number | null;
}

export interface TokenColumns extends Omit<DescribedToken, 'standard'> {
  readonly erc20: number;
  readonly erc721: number;
  readonly erc1155: number;
  readonly unindexed: number;
  readonly erc777: number;
  readonly erc4626: number;
  /** Null where they are not needed, or the code of the token is not known. */
  readonly selectors: Hex | null;
}

export function describedToken(row: TokenColumns): DescribedToken {
  const { symbol, name, decimals } = row;
  const isSettled = row.unindexed === 0 || row.selectors !== null;
  const standard = isSettled ? tokenStandard(row, movesItems(row)) : undefined;
  return { standard, symbol, name, decimals };
}
