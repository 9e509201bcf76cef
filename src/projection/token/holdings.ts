import type { TokenStandard } from '../../domain/token/token-standard.js';

/** What the holders of a token have, by kind of token: amounts, or items without amounts. */
export type Measure = 'amount' | 'items';

export function measureOf(standard: TokenStandard): Measure {
  return standard === 'erc721' ? 'items' : 'amount';
}

/** Sums over holders, in both measures. */
export interface HolderSums {
  readonly amountHolders: number;
  readonly amountHoldersEver: number;
  readonly amountHeld: string;
  readonly itemHolders: number;
  readonly itemHoldersEver: number;
  readonly itemsHeld: string;
}

/** The total of all holders of a token. */
export interface Holdings {
  /** Current holders. */
  readonly holders: number;
  /** Past and current holders. */
  readonly holdersEver: number;
  /** Sum of all positive holdings, as decimal text. */
  readonly held: string;
}

export function holdingsOf(row: HolderSums, standard: TokenStandard): Holdings {
  return measureOf(standard) === 'items'
    ? { holders: row.itemHolders, holdersEver: row.itemHoldersEver, held: row.itemsHeld }
    : { holders: row.amountHolders, holdersEver: row.amountHoldersEver, held: row.amountHeld };
}
