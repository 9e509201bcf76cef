import { useEffect, useState } from 'preact/hooks';
import { loadWhole, startVerifier } from '../check/check-in-worker.js';
import { CheckPanel } from '../check/check-panel.js';

interface ChosenFile {
  readonly name: string;
  readonly text: () => Promise<string>;
  /** Differs for each choice, so that files are checked again even if they have the same name. */
  readonly turn: number;
}

/** Checks bundles from the reader's own disk. Once it is loaded it needs no network. */
export function VerifyPage() {
  const [file, setFile] = useState<ChosenFile | undefined>();
  const [isOver, setOver] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    // Loaded once in advance: the browser keeps it, and the page then works without a network.
    const load = async () => {
      const worker = await startVerifier();
      await loadWhole(worker);
      setLoaded(true);
      worker.terminate();
    };
    load().catch(() => undefined);
  }, []);
  const choose = (chosen: File | undefined) => {
    // Latin-1 as the command line reads it: no byte is replaced.
    const text = async () => new TextDecoder('latin1').decode(await chosen!.arrayBuffer());
    if (chosen) setFile((before) => ({ name: chosen.name, text, turn: (before?.turn ?? 0) + 1 }));
  };
  return (
    <>
      <h1>Check a bundle</h1>
      <p class="means">
        A bundle is a file with a proof and everything that it depends on. It is checked on this machine, by
        the program that is also chainproof-verify. It is sent nowhere.
      </p>
      <label
        class={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          choose(event.dataTransfer?.files[0]);
        }}
      >
        Drop a bundle here, or choose one{' '}
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
      </label>
      <p class="quiet" role="status">
        {isLoaded
          ? 'The verifier is loaded. You may disconnect from the network now.'
          : 'Loading the verifier …'}
      </p>
      {file && (
        <section aria-label="Result">
          <h2>{file.name}</h2>
          <CheckPanel key={file.turn} load={file.text} label="Check" autostart />
        </section>
      )}
      <details>
        <summary>Without a browser</summary>
        <p>The same check on the command line, from a clone of the project:</p>
        <pre>
          <code>node dist/src/verify.js bundle.json</code>
        </pre>
      </details>
    </>
  );
}
