import { useState } from 'preact/hooks';
import { onWhatCondition } from '../../src/verifier/level/level-words.js';
import { Mark } from '../part/mark.js';
import { grouped } from '../text/amount.js';
import type { CheckedBundle } from './checked-bundle.js';
import { type ComparedBlock, compareBlocks } from './compare-blocks.js';

type Canonicity = Extract<CheckedBundle, { kind: 'verified' }>['canonicity'];

/** Compares the block hashes of a bundle with a node of the reader. Unless V6 holds, they are assumed. */
export function CompareNode({
  blocks,
  canonicity,
}: {
  readonly blocks: readonly string[];
  readonly canonicity: Canonicity;
}) {
  const [url, setUrl] = useState('http://127.0.0.1:8545');
  const [compared, setCompared] = useState<readonly ComparedBlock[] | undefined>();
  const [message, setMessage] = useState<string | undefined>();
  return (
    <section class="compare-node">
      <h3>
        <Standing {...{ blocks, canonicity, compared }} />
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

/** How it is known that the blocks are those of the chain. */
function Standing({
  blocks,
  canonicity,
  compared,
}: {
  readonly blocks: readonly string[];
  readonly canonicity: Canonicity;
  readonly compared: readonly ComparedBlock[] | undefined;
}) {
  const hashes = (count: number) =>
    count === 1 ? '1 block hash is that of the chain' : `${count} block hashes are those of the chain`;
  if (compared)
    return (
      <>
        <Mark state={compared.every(({ state }) => state === 'canonical') ? 'proven' : 'unknown'} /> Compared:
        that the {hashes(blocks.length)}
      </>
    );
  if (canonicity.outcome === 'not shown')
    return (
      <>
        <Mark state="unknown" /> Assumed: that {canonicity.blocks < blocks.length ? '' : 'the '}
        {hashes(canonicity.blocks)}
      </>
    );
  return (
    <>
      <Mark state="proven" /> Shown by V6: that the {hashes(blocks.length)}
      {onWhatCondition(canonicity)}
    </>
  );
}
