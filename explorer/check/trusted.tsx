import type { CheckRequest } from './checked-bundle.js';

type TrustedByReader = Omit<CheckRequest, 'text'>;

export const NOTHING: TrustedByReader = { log: '', checkpoint: '' };

/** What a reader may name besides the bundle. It must come from elsewhere, never from the maker of the bundle. */
export function Trusted({
  trusted,
  onChange,
}: {
  readonly trusted: TrustedByReader;
  readonly onChange: (trusted: TrustedByReader) => void;
}) {
  return (
    <details class="trusted">
      <summary>Name a log or a beacon block that you trust, for V5 and V6</summary>
      <p>
        <label>
          Public key of a log, or a policy (--log){' '}
          <textarea
            name="log"
            rows={2}
            spellcheck={false}
            value={trusted.log}
            onInput={({ currentTarget }) => onChange({ ...trusted, log: currentTarget.value })}
          />
        </label>
      </p>
      <p>
        <label>
          Root of a beacon block (--checkpoint){' '}
          <input
            name="checkpoint"
            spellcheck={false}
            value={trusted.checkpoint}
            onInput={({ currentTarget }) => onChange({ ...trusted, checkpoint: currentTarget.value })}
          />
        </label>
      </p>
      <p class="quiet">Get them from a source of your own, not from the maker of the bundle.</p>
    </details>
  );
}
