import type { ClaimInterval } from '../claim/interval.js';
import type { ClaimName } from './claim-text.js';
import { attributeIntervals, relationIntervals } from './claims.js';

/** The intervals of a claim, ascending. */
export async function intervalsOf({
  address,
  id,
  counterpart,
}: ClaimName): Promise<readonly ClaimInterval[]> {
  const { intervals } =
    counterpart === undefined ? await attributeIntervals(address) : await relationIntervals(address);
  return (intervals as readonly ClaimInterval[]).filter(
    (one) => one.attributeId === id && one.counterpart === counterpart,
  );
}
