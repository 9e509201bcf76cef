import { useAsOf } from '../app/context.js';
import { mayBeginEarlier } from '../claim/coverage.js';
import type { ClaimInterval } from '../claim/interval.js';
import { When } from './when.js';

/** Since when a claim holds, and whether it may hold for longer because blocks are missing before. */
export function Since({
  interval,
  exact = false,
  word = 'since',
}: {
  readonly interval: ClaimInterval;
  readonly exact?: boolean;
  /** `from` where the end of the interval follows. */
  readonly word?: 'since' | 'from';
}) {
  const { coverage } = useAsOf();
  return (
    <>
      {word}{' '}
      <When
        block={interval.startBlock}
        exact={exact}
        {...(interval.startTime !== undefined && { time: interval.startTime })}
      />
      {mayBeginEarlier(interval, coverage) && <span title="The blocks before are missing."> or earlier</span>}
    </>
  );
}
