import type { ClaimInterval } from '../claim/interval.js';
import { Since } from './since.js';
import { When } from './when.js';

/** The blocks in which a claim held: since one, from one to another, or only at one. */
export function HeldSpan({ interval }: { readonly interval: ClaimInterval }) {
  const { startBlock, endBlock, endTime } = interval;
  if (endBlock === startBlock)
    return (
      <>
        only at <When block={endBlock} {...(endTime !== undefined && { time: endTime })} />
      </>
    );
  return (
    <>
      <Since interval={interval} word={endBlock === undefined ? 'since' : 'from'} />
      {endBlock !== undefined && (
        <>
          {' '}
          to <When block={endBlock} {...(endTime !== undefined && { time: endTime })} />
        </>
      )}
    </>
  );
}
