import { useEffect, useState } from 'preact/hooks';
import { go } from '../app/location.js';
import { Axis } from './axis.js';
import type { Span } from './timeline.js';

const PAUSE_MS = 200;

/** Moves the block that the page is about, by mouse, touch or arrow keys; at its end it is the newest block. */
export function BlockSlider({
  span,
  block,
  isNewest,
}: {
  readonly span: Span;
  readonly block: number;
  readonly isNewest: boolean;
}) {
  const [chosen, setChosen] = useState<number | undefined>();
  useEffect(() => {
    if (chosen === undefined) return undefined;
    const timer = setTimeout(() => {
      const url = new URL(location.href);
      if (chosen >= span.to) url.searchParams.delete('at');
      else url.searchParams.set('at', String(chosen));
      go(url.href, { replace: true });
      setChosen(undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [chosen, span.to]);
  const shown = chosen ?? Math.min(block, span.to);
  return (
    <div class="slider">
      <input
        type="range"
        aria-label="Block that the page is about"
        aria-describedby="axis"
        aria-valuetext={chosen === undefined && isNewest ? `newest block ${shown}` : `block ${shown}`}
        min={span.from}
        max={span.to}
        step={1}
        value={shown}
        onInput={({ currentTarget }) => setChosen(Number(currentTarget.value))}
      />
      <Axis span={span} chosen={chosen} />
    </div>
  );
}
