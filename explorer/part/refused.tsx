import { useState } from 'preact/hooks';
import { keepKey } from '../app/key.js';
import type { Refused } from '../app/service.js';
import { grouped } from '../text/amount.js';
import { Mark } from './mark.js';

/** Why there is no answer, and what to do. */
export function RefusedNotice({
  refusal: { status, refusal },
  what,
}: {
  readonly refusal: Refused;
  readonly what?: string;
}) {
  const details = (refusal.details ?? {}) as Readonly<Record<string, unknown>>;
  if (status === 401) return <KeyForm isWrong={details.reason === 'api_key_invalid'} />;
  const from = details.coverageGapFromBlock;
  const end = details.coverageGapToBlock;
  if (from !== undefined && end !== undefined)
    return (
      <p class="notice unknown">
        <Mark state="unknown" /> <strong>Cannot be said.</strong> Blocks {grouped(Number(from))} to{' '}
        {grouped(Number(end))} are missing, and {what ?? 'the answer'} may lie there. This is not a “no”.
      </p>
    );
  if (details.reason === 'beyond_coverage')
    return (
      <p class="notice unknown">
        <Mark state="unknown" /> <strong>Cannot be said.</strong> The newest block that is known here is{' '}
        {grouped(Number(details.maxAvailableBlock ?? 0))}.
      </p>
    );
  if (
    refusal.code === 'block_not_available' ||
    refusal.code === 'token_not_covered' ||
    refusal.code === 'balance_not_available'
  )
    return (
      <p class="notice unknown">
        <Mark state="unknown" /> <strong>Cannot be said.</strong> {refusal.message}
      </p>
    );
  if (status === 404)
    return (
      <p class="notice">
        <Mark state="not-proven" /> <strong>There is none.</strong> {refusal.message}
      </p>
    );
  return (
    <p class="notice warning" role="alert">
      <strong>{status >= 500 ? 'The service cannot answer now.' : 'The service refused.'}</strong>{' '}
      {refusal.message} {status >= 500 && <TryAgain />}
    </p>
  );
}

export function TryAgain() {
  return (
    <button type="button" onClick={() => location.reload()}>
      Try again
    </button>
  );
}

function KeyForm({ isWrong }: { readonly isWrong: boolean }) {
  const [key, setKey] = useState('');
  return (
    <form
      class="notice"
      onSubmit={(event) => {
        event.preventDefault();
        keepKey(key.trim());
        location.reload();
      }}
    >
      <label>
        {isWrong ? 'This key is not valid. ' : 'The service asks for a key. '}
        <input
          type="password"
          name="key"
          autoComplete="off"
          spellcheck={false}
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>{' '}
      <button type="submit">Use it</button>
      <p class="quiet">
        It is kept in this tab only. The operator of the service makes one with npm run cli -- keys create.
      </p>
    </form>
  );
}
