import { timeOfBlock } from '../app/chain.js';
import { to } from '../app/location.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { grouped } from '../text/amount.js';
import { day, dayAndTime } from '../text/day.js';

/** A block as a link to its page, with its day. */
export function When({
  block,
  time,
  exact = false,
}: {
  readonly block: number;
  readonly time?: number;
  readonly exact?: boolean;
}) {
  const asked = dataOf(useAnswer(async () => time ?? (await timeOfBlock(block)), [block, time]));
  const seconds = time ?? asked;
  return (
    <span class="when">
      <a href={to(`block/${block}`)}>{grouped(block)}</a>
      {seconds !== undefined && ' '}
      {seconds !== undefined && (
        <time dateTime={new Date(seconds * 1000).toISOString()} title={dayAndTime(seconds)}>
          {exact ? dayAndTime(seconds) : day(seconds)}
        </time>
      )}
    </span>
  );
}
