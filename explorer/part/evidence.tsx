import { readRef } from '../text/evidence-ref.js';

/** The records of the chain that a proof names. */
export function Evidence({ refs }: { readonly refs: readonly string[] }) {
  if (refs.length === 0) return <p>It rests on other proofs and lists alone.</p>;
  return (
    <ul class="refs">
      {refs.map((ref) => (
        <li key={ref}>
          {readRef(ref).says} <code class="break">{ref}</code>
        </li>
      ))}
    </ul>
  );
}
