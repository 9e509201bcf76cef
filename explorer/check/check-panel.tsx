import { useEffect, useRef, useState } from 'preact/hooks';
import { definitions } from '../app/chain.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { checkInWorker, type HeldLevel, startVerifier } from './check-in-worker.js';
import type { CheckedBundle } from './checked-bundle.js';
import { CheckedLevels } from './checked-levels.js';
import { Outcome } from './outcome.js';
import { NOTHING, Trusted } from './trusted.js';

type Progress =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'checking'; readonly levels: readonly HeldLevel[] }
  | { readonly state: 'checked'; readonly levels: readonly HeldLevel[]; readonly outcome: CheckedBundle }
  | { readonly state: 'failed'; readonly message: string };

/** Checks a bundle in this browser, level by level. @param load gives the text of the bundle, for a checkpoint of the reader where it names one */
export function CheckPanel({
  load,
  label,
  autostart = false,
  onText,
}: {
  readonly load: (checkpoint: string) => Promise<string>;
  readonly label: string;
  readonly autostart?: boolean;
  readonly onText?: (text: string) => void;
}) {
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  // Asked in advance: the check itself needs no network.
  const known = dataOf(useAnswer(definitions, []));
  const [trusted, setTrusted] = useState(NOTHING);
  const worker = useRef<Worker | null>(null);
  useEffect(() => () => worker.current?.terminate(), []);
  const check = async () => {
    setProgress({ state: 'loading' });
    try {
      worker.current ??= await startVerifier();
      const text = await load(trusted.checkpoint);
      onText?.(text);
      const levels: HeldLevel[] = [];
      setProgress({ state: 'checking', levels: [] });
      const outcome = await checkInWorker(worker.current, { text, ...trusted }, (level) => {
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
  const isBusy = progress.state === 'loading' || progress.state === 'checking';
  return (
    <div class="check">
      <Trusted trusted={trusted} onChange={setTrusted} />
      <button type="button" class="primary" onClick={check} disabled={isBusy}>
        {progress.state === 'checked' ? 'Check again' : label}
      </button>
      {progress.state === 'loading' && <p role="status">Loading the bundle …</p>}
      {progress.state === 'failed' && (
        <p class="notice warning" role="alert">
          {progress.message}
        </p>
      )}
      {(progress.state === 'checking' || progress.state === 'checked') && (
        <CheckedLevels
          levels={progress.levels}
          outcome={progress.state === 'checked' ? progress.outcome : undefined}
        />
      )}
      {progress.state === 'checked' && <Outcome outcome={progress.outcome} known={known} />}
    </div>
  );
}
