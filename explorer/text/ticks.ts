/** Parts into which the ticks divide an axis. */
const PARTS = 3;

/** The blocks that an axis names: both ends, and two in between where there is room for them. */
export function ticksOf({ from, to }: { readonly from: number; readonly to: number }): readonly number[] {
  if (to - from < PARTS) return to <= from ? [to] : [from, to];
  return Array.from({ length: PARTS + 1 }, (_, at) => from + Math.round(((to - from) * at) / PARTS));
}
