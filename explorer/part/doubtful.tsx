import { ChainText } from './chain-text.js';

/** At most this many doubtful entries are named. */
const NAMED = 5;

/** Entries that may not be what their author meant. */
export function Doubtful({ words, says }: { readonly words: readonly string[]; readonly says: string }) {
  return (
    <p class="notice warning" role="status">
      {says}:{' '}
      {words.slice(0, NAMED).map((word, at) => (
        <span key={word}>
          {at > 0 && ', '}
          <ChainText text={word} longest={70} />
        </span>
      ))}
      {words.length > NAMED && ' and more'}.
    </p>
  );
}
