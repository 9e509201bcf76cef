import { ChainText } from '../part/chain-text.js';
import type { HeldLevel } from './check-in-worker.js';
import type { CheckedBundle } from './checked-bundle.js';
import { beyondBundle, LEVELS } from './levels.js';

/** What came of each level. */
export function CheckedLevels({
  levels,
  outcome,
}: {
  readonly levels: readonly HeldLevel[];
  readonly outcome: CheckedBundle | undefined;
}) {
  const failed = outcome?.kind === 'refuted' ? outcome.level : undefined;
  const beyond = outcome === undefined ? [] : beyondBundle(outcome);
  const open = (name: string) => {
    if (outcome === undefined) return ' …';
    return beyond.some((one) => one.name === name) ? ' not shown' : ' not checked';
  };
  return (
    <>
      <ol class="levels" aria-live="polite">
        {LEVELS.map(([name, title, says], at) => {
          const held = levels.find(({ level }) => level === at + 1);
          const state = held ? 'holds' : failed === at + 1 ? 'fails' : 'open';
          return (
            <li key={name} class={`level ${state}`} title={says}>
              <b>{name}</b> {title}{' '}
              {held && (
                <>
                  <span class="tick">✓</span>
                  <span class="sr"> holds</span>{' '}
                  <span class="quiet">{held.milliseconds.toFixed(held.milliseconds < 10 ? 1 : 0)} ms</span>
                </>
              )}
              {state === 'fails' && <strong> ✗ fails</strong>}
              {state === 'open' && <span class="quiet">{open(name)}</span>}
            </li>
          );
        })}
      </ol>
      {beyond.length > 0 && (
        <ul class="refs">
          {beyond.map(({ name, isShown, words }) => (
            <li key={name}>
              <b>{name}</b> {isShown ? 'holds' : 'is not shown'}: <ChainText text={words} longest={400} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
