/** One comparison of a slot with what `balanceOf` said of the same holder at the end of the same block. */
export interface LayoutCheck {
  readonly blockNumber: number;
  /** `0x` hex. */
  readonly holder: string;
  readonly layout: number;
  /** Whether the slot held anything. */
  readonly isPositive: boolean;
  readonly agrees: boolean;
}

/** Blocks for which a token's balances are known to lie where a layout says. */
export interface ConfirmedLayout {
  readonly layout: number;
  readonly fromBlock: number;
  /** Last block at which it was seen to agree, where a later one contradicts it. */
  readonly toBlock?: number;
}

/** One holder may agree by chance: a vote or a stake is often what is held. */
const HOLDERS_TO_CONFIRM = 2;

/**
 * What all comparisons of one token, in any order, add up to. A layout is confirmed from the first block at which a balance that is not
 * zero agrees, once so many holders agree before anything contradicts it; it ends with the last agreement before the contradiction, as
 * nobody knows when in between it ceased. Where two layouts are confirmed for the same blocks, nobody knows which one is meant: neither
 * is.
 */
export function confirmedLayouts(checks: readonly LayoutCheck[]): ConfirmedLayout[] {
  const ofLayout = new Map<number, LayoutCheck[]>();
  for (const check of checks) ofLayout.set(check.layout, [...(ofLayout.get(check.layout) ?? []), check]);
  const confirmed = [...ofLayout.values()].flatMap(stretches);
  return confirmed
    .filter((one) => !confirmed.some((other) => other.layout !== one.layout && overlap(one, other)))
    .sort((one, other) => one.fromBlock - other.fromBlock);
}

/** The stretches of one layout between contradictions. */
function stretches(checks: readonly LayoutCheck[]): ConfirmedLayout[] {
  const found: ConfirmedLayout[] = [];
  let agreeing: LayoutCheck[] = [];
  const end = (isContradicted: boolean): void => {
    const first = agreeing[0];
    if (first && new Set(agreeing.map(({ holder }) => holder)).size >= HOLDERS_TO_CONFIRM) {
      const toBlock = agreeing[agreeing.length - 1]!.blockNumber;
      found.push({ layout: first.layout, fromBlock: first.blockNumber, ...(isContradicted && { toBlock }) });
    }
    agreeing = [];
  };
  for (const ofBlock of byBlock(checks)) {
    if (!ofBlock.every(({ agrees }) => agrees)) end(true);
    else if (agreeing.length > 0 || ofBlock.some(({ isPositive }) => isPositive)) agreeing.push(...ofBlock);
  }
  end(false);
  return found;
}

/** The comparisons of each block, ascending. */
function byBlock(checks: readonly LayoutCheck[]): LayoutCheck[][] {
  const blocks = new Map<number, LayoutCheck[]>();
  for (const check of checks)
    blocks.set(check.blockNumber, [...(blocks.get(check.blockNumber) ?? []), check]);
  return [...blocks].sort(([one], [other]) => one - other).map(([, ofBlock]) => ofBlock);
}

function overlap(one: ConfirmedLayout, other: ConfirmedLayout): boolean {
  const end = ({ toBlock = Number.POSITIVE_INFINITY }: ConfirmedLayout): number => toBlock;
  return one.fromBlock <= end(other) && other.fromBlock <= end(one);
}
