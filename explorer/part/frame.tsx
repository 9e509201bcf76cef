import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { askedCalls } from '../app/service.js';
import { ROOT, SETTINGS } from '../app/settings.js';
import { Waiting } from '../app/waiting.js';
import { AsOfBar } from './as-of.js';
import { CHAINS } from './chains.js';
import { Hatching } from './mark.js';
import { SearchField } from './search-field.js';

const PAGES = [
  ['definitions', 'Definitions'],
  ['registries', 'Lists'],
  ['coverage', 'Coverage'],
  ['screen', 'Screening'],
  ['verify', 'Check a bundle'],
  ['validators', 'Validators'],
] as const;

/** What every page has around it. */
export function Frame({
  path,
  searched,
  children,
}: {
  readonly path: string;
  readonly searched: string;
  readonly children: ComponentChildren;
}) {
  const asOf = useAsOf();
  return (
    <>
      <Hatching />
      <a class="skip" href="#main">
        To the content
      </a>
      <header class="bar">
        <a class="brand" href={to('')}>
          Chainproof
        </a>
        <span class="chain">{CHAINS[SETTINGS.network]}</span>
        {path !== '' && <SearchField id="bar-search" initial={searched} key={searched} />}
        <AsOfBar {...asOf} key={asOf.at ?? ''} />
      </header>
      <WaitingNotice />
      <main id="main" tabIndex={-1}>
        {children}
        {/* A report is a document of its own, and names nobody. */}
        {asOf.at !== undefined && path !== 'report' && (
          <p class="footnote">
            Names of addresses, and what is thought of them, are always those of the newest block.
          </p>
        )}
      </main>
      <footer class="foot">
        <nav aria-label="Pages">
          {PAGES.map(([page, title]) => (
            <a key={page} href={to(page)} aria-current={path === page ? 'page' : undefined}>
              {title}
            </a>
          ))}
          <a href={`${ROOT}/docs`}>API</a>
        </nav>
        <AskedCalls />
      </footer>
    </>
  );
}

function WaitingNotice() {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const update = () => setLeft(Waiting.left());
    const stop = Waiting.listen(update);
    const timer = setInterval(update, 500);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  return left === 0 ? null : (
    <p class="notice warning waiting" role="status">
      This key has used its calls of this minute. The page goes on in {left} s.
    </p>
  );
}

/** The calls behind the page, for programs and agents. */
function AskedCalls() {
  const [calls, setCalls] = useState<readonly string[]>([]);
  return (
    <details class="calls" onToggle={() => setCalls(askedCalls())}>
      <summary>The calls behind this page</summary>
      <p class="quiet">
        A program or an agent gets the same answers. Each call needs the key in <code>X-API-Key</code>; the
        tools of <code>/mcp</code> have the same names.
      </p>
      <ul>
        {calls.map((call) => (
          <li key={call}>
            <a href={call}>
              <code>{call.slice(ROOT.length)}</code>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
