import { type ClaimInterval, mayBeginEarlier } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { When } from './when.js';

/** Since when a claim holds, and whether it may hold for longer because blocks are missing before. */
export function Since({
  interval,
  exact = false,
}: {
  readonly interval: ClaimInterval;
  readonly exact?: boolean;
}) {
  const { coverage } = useAsOf();
  return (
    <>
      since <When block={interval.startBlock} time={interval.startTime} exact={exact} />
      {mayBeginEarlier(interval, coverage) && <span title="The blocks before are missing."> or earlier</span>}
    </>
  );
}
