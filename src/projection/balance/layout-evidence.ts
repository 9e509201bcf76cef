import type { Address } from '../../domain/chain/hex.js';
/** One comparison of a slot with `balanceOf` of the same holder at the end of the same block. */
export interface LayoutCheck {
  readonly blockNumber: number;
  /** `0x` hex. */
  readonly holder: Address;
  readonly layout: number;
  /** Whether the block wrote the slot. */
  readonly isWritten: boolean;
  /** Whether the slot was not zero. */
  readonly isPositive: boolean;
  readonly agrees: boolean;
}

/** Blocks that changed the code of the token, in any order. */
export type CodeChanges = ReadonlySet<number>;

/** Blocks in which a token's balances are known to follow a layout. */
export interface ConfirmedLayout {
  readonly layout: number;
  readonly fromBlock: number;
  /** Last block, where a later comparison contradicts the layout or a code change ends it. */
  readonly toBlock?: number;
}

/** One holder may agree by chance: votes or stakes often equal the balance. */
const HOLDERS_TO_CONFIRM = 2;

/**
 * The layouts that follow from all comparisons of one token, in any order. A layout is confirmed from the
 * first block at which a non-zero balance agrees, once enough holders agree before any contradiction; an
 * agreement of zero without a write does not count. It ends with the last agreement before a contradiction,
 * because its exact end is unknown. It also ends with the block before a code change, unless a non-zero
 * balance agrees right after it. Where two layouts are confirmed for the same blocks, neither is used.
 */
export function confirmedLayouts(
  checks: readonly LayoutCheck[],
  codeChanges: CodeChanges = new Set(),
): ConfirmedLayout[] {
  const ofLayout = new Map<number, LayoutCheck[]>();
  for (const check of checks) ofLayout.set(check.layout, [...(ofLayout.get(check.layout) ?? []), check]);
  const confirmed = [...ofLayout.values()].flatMap((ofOne) => ranges(ofOne, codeChanges));
  return confirmed
    .filter((one) => !confirmed.some((other) => other.layout !== one.layout && overlap(one, other)))
    .sort((one, other) => one.fromBlock - other.fromBlock);
}

/** The ranges of one layout between contradictions. */
function ranges(checks: readonly LayoutCheck[], codeChanges: CodeChanges): ConfirmedLayout[] {
  const found: ConfirmedLayout[] = [];
  let agreeing: LayoutCheck[] = [];
  const end = (toBlock?: number): void => {
    const [first] = agreeing;
    const telling = agreeing.filter(({ isPositive, isWritten }) => isPositive || isWritten);
    if (first && new Set(telling.map(({ holder }) => holder)).size >= HOLDERS_TO_CONFIRM)
      found.push({
        ...{ layout: first.layout, fromBlock: first.blockNumber },
        ...(toBlock !== undefined && { toBlock }),
      });
    agreeing = [];
  };
  for (const [block, ofBlock] of byBlock(checks, codeChanges)) {
    const isProven = ofBlock.some(({ isPositive }) => isPositive);
    if (!ofBlock.every(({ agrees }) => agrees)) end(agreeing.at(-1)?.blockNumber);
    else if (codeChanges.has(block) && !isProven) end(block - 1);
    else if (agreeing.length > 0 || isProven) agreeing.push(...ofBlock);
  }
  end();
  return found;
}

/** The comparisons of each block, ascending; blocks with a code change are there even without comparisons. */
function byBlock(checks: readonly LayoutCheck[], codeChanges: CodeChanges): [number, LayoutCheck[]][] {
  const blocks = new Map<number, LayoutCheck[]>([...codeChanges].map((block) => [block, []]));
  for (const check of checks)
    blocks.set(check.blockNumber, [...(blocks.get(check.blockNumber) ?? []), check]);
  return [...blocks].sort(([one], [other]) => one - other);
}

function overlap(one: ConfirmedLayout, other: ConfirmedLayout): boolean {
  const end = ({ toBlock = Number.POSITIVE_INFINITY }: ConfirmedLayout): number => toBlock;
  return one.fromBlock <= end(other) && other.fromBlock <= end(one);
}
