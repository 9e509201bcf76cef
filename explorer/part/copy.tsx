import { useState } from 'preact/hooks';

/** Copies a text whole. */
export function Copy({ text, what }: { readonly text: string; readonly what: string }) {
  const [says, setSays] = useState('Copy');
  return (
    <>
      <button
        type="button"
        class="small"
        aria-label={`${says} ${what}`}
        onClick={() =>
          // Browsers give a clipboard to pages of https and of this machine only.
          (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
            () => setSays('Copied'),
            () => setSays('Cannot copy'),
          )
        }
      >
        {says}
      </button>
      <span class="sr" role="status">
        {says !== 'Copy' && `${says} ${what}`}
      </span>
    </>
  );
}
