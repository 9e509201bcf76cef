import { useEffect, useRef, useState } from 'preact/hooks';
import { type Definition, definitions } from '../app/chain.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { ChainText } from '../part/chain-text.js';
import { Mark } from '../part/mark.js';
import { checksummed } from '../text/address.js';
import { grouped } from '../text/amount.js';
import type { CheckedBundle } from '../worker.js';
import { checkInWorker, type HeldLevel, startVerifier } from './check-in-worker.js';
import { CompareNode } from './compare-node.js';
import { ATTESTED, LEVELS, SUPPORTS } from './levels.js';

type Progress =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'checking'; readonly levels: readonly HeldLevel[] }
  | { readonly state: 'checked'; readonly levels: readonly HeldLevel[]; readonly outcome: CheckedBundle }
  | { readonly state: 'failed'; readonly message: string };

/** Checks a bundle in this browser, level by level. @param load gives the text of the bundle */
export function CheckPanel({
  load,
  label,
  autostart = false,
  onText,
}: {
  readonly load: () => Promise<string>;
  readonly label: string;
  readonly autostart?: boolean;
  readonly onText?: (text: string) => void;
}) {
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  // Asked in advance: the check itself needs no network.
  const known = dataOf(useAnswer(definitions, []));
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);
  const check = async () => {
    setProgress({ state: 'loading' });
    try {
      worker.current ??= await startVerifier();
      const text = await load();
      onText?.(text);
      const levels: HeldLevel[] = [];
      setProgress({ state: 'checking', levels: [] });
      const outcome = await checkInWorker(worker.current, text, (level) => {
        levels.push(level);
        setProgress({ state: 'checking', levels: [...levels] });
      });
      setProgress({ state: 'checked', levels, outcome });
    } catch (error) {
      setProgress({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  useEffect(() => {
    if (autostart) void check();
  }, []);
  return (
    <div class="check">
      {!autostart && (
        <button
          type="button"
          class="primary"
          onClick={check}
          disabled={progress.state === 'loading' || progress.state === 'checking'}
        >
          {progress.state === 'checked' ? 'Check again' : label}
        </button>
      )}
      {progress.state === 'loading' && <p role="status">Loading the bundle …</p>}
      {progress.state === 'failed' && (
        <p class="notice warning" role="alert">
          {progress.message}
        </p>
      )}
      {(progress.state === 'checking' || progress.state === 'checked') && (
        <Levels
          levels={progress.levels}
          outcome={progress.state === 'checked' ? progress.outcome : undefined}
        />
      )}
      {progress.state === 'checked' && <Outcome outcome={progress.outcome} known={known} />}
    </div>
  );
}

function CallOutcome({ call, outcome, output }: Extract<CheckedBundle, { kind: 'verified call' }>) {
  const [, , blockHash, address, data] = call.split(':');
  return (
    <div class="outcome">
      <p>
        <Mark state="proven" /> <strong>The call was executed in this browser</strong>, and all that it read
        is included in the state of the block. The bundle was sent nowhere.
      </p>
      <dl>
        <dt>Contract</dt>
        <dd>
          <code class="break">{address}</code>
        </dd>
        <dt>Call data</dt>
        <dd>
          <code class="break">{data}</code>
        </dd>
        <dt>It {outcome}</dt>
        <dd>
          <code class="break">{output}</code>
        </dd>
      </dl>
      <h3>What this does not show</h3>
      <p>That the block is canonical.</p>
      <CompareNode blocks={[blockHash!]} />
    </div>
  );
}

function Levels({
  levels,
  outcome,
}: {
  readonly levels: readonly HeldLevel[];
  readonly outcome: CheckedBundle | undefined;
}) {
  const failed = outcome?.kind === 'refuted' ? outcome.level : undefined;
  return (
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
            {state === 'open' && <span class="quiet">{outcome ? ' not checked' : ' …'}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function Outcome({
  outcome,
  known,
}: {
  readonly outcome: CheckedBundle;
  readonly known: ReadonlyMap<string, Definition> | undefined;
}) {
  if (outcome.kind === 'no bundle')
    return (
      <p class="notice danger" role="alert">
        <strong>This is no bundle.</strong> {outcome.reason}
      </p>
    );
  if (outcome.kind === 'refuted')
    return (
      <p class="notice danger" role="alert">
        <strong>V{outcome.level} does not hold.</strong> {outcome.place}: {outcome.reason}
      </p>
    );
  if (outcome.kind === 'verified call') return <CallOutcome {...outcome} />;
  const { supports, attested, blocks, claim, value, proof, subject, object, block } = outcome;
  const title = known?.get(claim)?.title;
  return (
    <div class="outcome">
      <p>
        <Mark state="proven" /> <strong>All four levels hold.</strong> The bundle proves of the address{' '}
        <code class="break">{checksummed(subject)}</code> at the end of block {grouped(block)}:{' '}
        <b>{title ?? claim}</b>
        {object !== undefined && (
          <>
            {' '}
            <code class="break">{checksummed(object)}</code>
          </>
        )}
        {value !== undefined && (
          <>
            {' '}
            <ChainText text={value} />
          </>
        )}
        {title !== undefined && <span class="quiet"> ({claim})</span>}.
      </p>
      <p class="quiet">
        It was checked in this browser, and sent nowhere. Hash of the proof:{' '}
        <code class="break">{proof}</code>
      </p>
      <h3>What supports it</h3>
      <ul class="refs">
        {supports.map(([ref, support]) => (
          <li key={ref}>
            <span class={`support ${support}`} title={SUPPORTS[support]}>
              {support}
            </span>{' '}
            <code class="break">{ref}</code>
          </li>
        ))}
      </ul>
      <h3>What this does not show</h3>
      <p>No block of the bundle shows the following. Its maker attests it.</p>
      <ul class="attested">
        {attested.map(({ kind, about, says }) => (
          <li key={`${kind} ${about} ${says}`}>
            <b>{ATTESTED[kind]}</b>: {says} <code class="break quiet">{about}</code>
          </li>
        ))}
      </ul>
      <CompareNode blocks={blocks} />
    </div>
  );
}
