/** An asset in a portfolio; ether has no token. */
export interface HeldAsset {
  readonly token?: string;
  readonly symbol?: string;
  readonly decimals: number;
  /** Smallest units, as decimal text. */
  readonly balance: string;
  readonly valueUsd: number;
}

/** What became of one asset between two blocks. */
export interface AssetChange {
  readonly token: string | undefined;
  readonly symbol: string | undefined;
  readonly decimals: number;
  /** Undefined where it is not known; that is not zero. */
  readonly before: Holding | undefined;
  readonly after: Holding | undefined;
  /** Smallest units; undefined unless both amounts are known, in the same unit. */
  readonly difference: string | undefined;
}

interface Holding {
  readonly balance: string;
  /** Undefined where it could not be valued. */
  readonly valueUsd?: number;
}

/** Asks the balance of a token, or of ether, that a portfolio does not list; undefined where it is not known. */
type BalanceAt = (end: 'before' | 'after', token: string | undefined) => Promise<string | undefined>;

/** The assets that are listed at either block, with what each block has of them, in the order of the later list. */
export async function assetChanges(
  before: readonly HeldAsset[],
  after: readonly HeldAsset[],
  balanceAt: BalanceAt,
): Promise<readonly AssetChange[]> {
  const [old, now] = [before, after].map((assets) => new Map(assets.map((one) => [one.token, one])));
  const unlisted = async (
    end: 'before' | 'after',
    token: string | undefined,
  ): Promise<Holding | undefined> => {
    const balance = await balanceAt(end, token);
    if (balance === undefined) return undefined;
    return { balance, ...(balance === '0' && { valueUsd: 0 }) };
  };
  return Promise.all(
    [...new Set([...now!.keys(), ...old!.keys()])].map(async (token): Promise<AssetChange> => {
      const [one, other] = [old!.get(token), now!.get(token)];
      const [was, is] = await Promise.all([
        one ?? unlisted('before', token),
        other ?? unlisted('after', token),
      ]);
      const isSameUnit = one === undefined || other === undefined || one.decimals === other.decimals;
      return {
        token,
        symbol: (other ?? one)!.symbol,
        decimals: (other ?? one)!.decimals,
        before: was,
        after: is,
        difference: was && is && isSameUnit ? String(BigInt(is.balance) - BigInt(was.balance)) : undefined,
      };
    }),
  );
}
