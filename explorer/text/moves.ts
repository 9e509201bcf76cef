/** One movement of value, in the order of the transaction. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** `ether`, or the address of a token; with the item where it moves items. */
  readonly asset: string;
  /** In the smallest unit; absent for an item. */
  readonly units?: string;
  /** What supports it: a root of the block, or the node that traced it. */
  readonly support: 'merkle' | 'node';
}

/** Movements of the same asset between the same two, merged. */
export interface MergedMove extends Omit<Move, 'units'> {
  /** From 1, in the order in which they first moved. */
  readonly number: number;
  readonly count: number;
  readonly units?: string;
}

/** Merges movements with the same ends and asset; amounts are summed exactly. */
export function mergedMoves(moves: readonly Move[]): readonly MergedMove[] {
  const merged = new Map<string, MergedMove>();
  for (const move of moves) {
    const key = `${move.from} ${move.to} ${move.asset} ${move.support}`;
    const before = merged.get(key);
    if (!before) {
      merged.set(key, { ...move, number: merged.size + 1, count: 1 });
      continue;
    }
    const units =
      before.units === undefined || move.units === undefined
        ? undefined
        : String(BigInt(before.units) + BigInt(move.units));
    merged.set(key, { ...before, count: before.count + 1, ...(units !== undefined && { units }) });
  }
  return [...merged.values()];
}
