import { useEffect, useState } from 'preact/hooks';
import { to } from '../app/location.js';
import { lookUp } from '../app/look-up.js';
import { type Data, get } from '../app/service.js';
import { pause } from '../app/waiting.js';
import { shortened } from '../text/address.js';
import { NameChip } from './chip.js';

type Match = Data<'resolve'>['matches'][number];

const ASKED = 'Address, name, symbol, transaction, proof or block';
const SHORTEST = 3;
const PAUSE_MS = 250;

/** Looks up an address, a name, a symbol, a transaction or a block. Suggests while one types. */
export function SearchField({
  id,
  large = false,
  initial = '',
}: {
  readonly id: string;
  readonly large?: boolean;
  readonly initial?: string;
}) {
  const [text, setText] = useState(initial);
  const [matches, setMatches] = useState<readonly Match[]>([]);
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    const q = text.trim();
    let isCurrent = true;
    if (!isTyping || q.length < SHORTEST || /^(0x)?[0-9a-f]{12,}$/i.test(q)) setMatches([]);
    else
      pause(PAUSE_MS)
        .then(() => (isCurrent ? get('resolve', { query: { q } }) : undefined))
        .then(
          (found) => isCurrent && found && setMatches(found.matches.slice(0, 6)),
          () => undefined,
        );
    return () => {
      isCurrent = false;
    };
  }, [text, isTyping]);
  return (
    <search
      class={large ? 'search large' : 'search'}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setTyping(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isTyping || matches.length === 0) return;
        // Otherwise the browser empties the field.
        event.preventDefault();
        setTyping(false);
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTyping(false);
          lookUp(text);
        }}
      >
        <label class="sr" for={id}>
          {ASKED}
        </label>
        <input
          id={id}
          name="q"
          type="search"
          value={text}
          placeholder={large ? ASKED : 'Address, name, hash or block'}
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget }) => {
            setTyping(true);
            setText(currentTarget.value);
          }}
        />
        <button type="submit">Look up</button>
      </form>
      <span class="sr" role="status">
        {isTyping &&
          matches.length > 0 &&
          `${matches.length} ${matches.length === 1 ? 'suggestion' : 'suggestions'} below`}
      </span>
      {isTyping && matches.length > 0 && (
        // A browser that gives links no focus must not take it from the field before the click.
        <ul class="suggestions" aria-label="Suggestions" onMouseDown={(event) => event.preventDefault()}>
          {matches.map((match) => (
            <li key={match.address}>
              <a href={to(`address/${match.address}`)} onClick={() => setTyping(false)}>
                <NameChip presented={match} /> <code>{shortened(match.address)}</code>
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
