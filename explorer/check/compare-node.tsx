import { useState } from 'preact/hooks';
import { Mark } from '../part/mark.js';
import { grouped } from '../text/amount.js';
import { type ComparedBlock, compareBlocks } from './compare-blocks.js';

/** Compares the block hashes of a bundle with a node of the reader: the one assumption of every bundle. */
export function CompareNode({ blocks }: { readonly blocks: readonly string[] }) {
  const [url, setUrl] = useState('http://127.0.0.1:8545');
  const [compared, setCompared] = useState<readonly ComparedBlock[] | undefined>();
  const [message, setMessage] = useState<string | undefined>();
  return (
    <section class="compare-node">
      <h3>
        <Mark state={compared?.every(({ state }) => state === 'canonical') ? 'proven' : 'unknown'} />{' '}
        {compared === undefined ? 'Assumed' : 'Compared'}: that the {blocks.length} block{' '}
        {blocks.length === 1 ? 'hash is' : 'hashes are'} those of the chain
      </h3>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setMessage('Asking the node …');
          compareBlocks(url, blocks).then(
            (found) => {
              setCompared(found);
              setMessage(undefined);
            },
            (error: Error) =>
              setMessage(`${error.message}. The node must run on this machine and allow this origin (CORS).`),
          );
        }}
      >
        <label>
          A node of yours{' '}
          <input
            name="node"
            type="url"
            value={url}
            onInput={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        </label>{' '}
        <button type="submit">Compare the block hashes</button>
      </form>
      {message !== undefined && (
        <p class="quiet" role="status">
          {message}
        </p>
      )}
      {compared && (
        <ul class="refs">
          {compared.map(({ hash, state, number }) => (
            <li key={hash}>
              <Mark state={state === 'canonical' ? 'proven' : 'not-proven'} />{' '}
              <code class="break">{hash}</code>{' '}
              {state === 'canonical' && number !== undefined && `is block ${grouped(number)} of your node`}
              {state === 'other' && 'is not on the chain of your node'}
              {state === 'absent' && 'is unknown to your node'}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
