import { timeOfBlock } from '../app/chain.js';
import { useAsOf } from '../app/context.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { grouped } from '../text/amount.js';
import { day, dayAndTime, timeOfDay } from '../text/day.js';
import { ticksOf } from '../text/ticks.js';
import type { Span } from './timeline.js';

/** An axis of fewer days says the time of day as well. */
const FEW_DAYS = 4 * 86_400;

/** The blocks at the ends of a timeline and in between, with their days in UTC. A tick without a known time has its block only. */
export function Axis({ span, chosen }: { readonly span: Span; readonly chosen: number | undefined }) {
  const { coverage } = useAsOf();
  const head = coverage?.head;
  const ticks = ticksOf(span);
  const answer = useAnswer(
    () =>
      Promise.all(
        ticks.map((tick) =>
          // A missing block has no time.
          tick === head?.number ? head.timestamp : timeOfBlock(tick).catch(() => undefined),
        ),
      ),
    [...ticks, head?.hash],
    'axis',
  );
  const times = dataOf(answer) ?? [];
  const known = times.filter((time) => time !== undefined);
  const isShort = known.length > 0 && Math.max(...known) - Math.min(...known) < FEW_DAYS;
  return (
    <>
      {chosen !== undefined && <b class="chosen">{grouped(chosen)}</b>}
      <span id="axis" class={`ticks of-${ticks.length}`} aria-hidden="true">
        {ticks.map((tick, at) => {
          const time = times[at];
          return (
            <span key={at} class="axis-tick">
              {grouped(tick)}{' '}
              {time !== undefined && (
                <time dateTime={new Date(time * 1000).toISOString()} title={dayAndTime(time)}>
                  {day(time)} {isShort && <span class="hour">{timeOfDay(time)}</span>}
                </time>
              )}
            </span>
          );
        })}
      </span>
    </>
  );
}
