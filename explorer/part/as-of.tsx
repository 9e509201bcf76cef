import { useState } from 'preact/hooks';
import { type Coverage, timeOfBlock } from '../app/chain.js';
import { go } from '../app/location.js';
import { SETTINGS } from '../app/settings.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { grouped } from '../text/amount.js';
import { dayAndTime } from '../text/day.js';
import { CHAINS } from './chains.js';

/** Which block the page is about; opens to choose another block or a date. */
export function AsOfBar({
  at,
  block,
  coverage,
}: {
  readonly at?: string | undefined;
  readonly block?: number | undefined;
  readonly coverage?: Coverage | undefined;
}) {
  const [text, setText] = useState(at ?? '');
  const head = coverage?.head;
  const isNewest = at === undefined;
  const asked = dataOf(
    useAnswer(
      async () => (isNewest || block === undefined ? undefined : await timeOfBlock(block)),
      // With another head the block may be another one.
      [block, isNewest, head?.hash],
    ),
  );
  const time = isNewest ? head?.timestamp : asked;
  const choose = (value: string) => {
    const url = new URL(location.href);
    if (value === '') url.searchParams.delete('at');
    else url.searchParams.set('at', value);
    go(url.href);
  };
  return (
    <>
      <p class="only-print">
        {CHAINS[SETTINGS.network]}, as of{' '}
        {block === undefined ? 'no block in particular' : `block ${grouped(block)}`}
        {time !== undefined && `, ${dayAndTime(time)}`}. {location.href}
      </p>
      <details class="as-of">
        <summary>
          As of{' '}
          {block === undefined ? (
            '…'
          ) : (
            <>
              block <b>{grouped(block)}</b>
            </>
          )}
          {time !== undefined && <span class="as-of-time">, {dayAndTime(time)}</span>}
          {isNewest ? ', newest' : ''}
        </summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            choose(text.trim());
          }}
        >
          <label>
            Block or date (UTC){' '}
            <input
              name="at"
              value={text}
              placeholder="25000040 or 2026-04-26 17:27"
              autoComplete="off"
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>{' '}
          <button type="submit">Show</button>{' '}
          {!isNewest ? (
            <button type="button" onClick={() => choose('')}>
              Newest
            </button>
          ) : (
            block !== undefined && (
              <button type="button" onClick={() => choose(String(block))}>
                Keep this block in the link
              </button>
            )
          )}
        </form>
      </details>
    </>
  );
}
