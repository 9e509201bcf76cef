import { useEffect, useState } from 'preact/hooks';
import { forgetPage } from './memo.js';
import { ROOT } from './settings.js';

const BASE = new URL(`${ROOT}/explore`).pathname;
const CHANGED = 'explorer-location';

/** Where the reader is: the path below `/explore/`, and the query. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

function here(): Place {
  const path = location.pathname.slice(BASE.length).replace(/^\//, '');
  return { path, query: new URLSearchParams(location.search) };
}

/** The block or date that the whole page is about; undefined for the newest block. */
export const atOf = ({ query }: Place): string | undefined => query.get('at') ?? undefined;

/** A link to a page. `at` stays as it is unless it is given; `''` removes it. */
export function to(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const url = new URL(path === '' ? BASE : `${BASE}/${path}`, ROOT);
  const at = new URLSearchParams(location.search).get('at');
  const all = { ...(at !== null && { at }), ...query };
  for (const [name, value] of Object.entries(all))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  return url.pathname + url.search;
}

/** Goes to a page of the explorer without loading the document again. */
export function go(href: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  dispatchEvent(new Event(CHANGED));
}

/** The place, and again whenever it changes. */
export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    let shown = here().path;
    const update = () => {
      const next = here();
      // Forgets answers before the next page asks.
      if (next.path !== shown) forgetPage();
      shown = next.path;
      setPlace(next);
    };
    addEventListener('popstate', update);
    addEventListener(CHANGED, update);
    return () => {
      removeEventListener('popstate', update);
      removeEventListener(CHANGED, update);
    };
  }, []);
  return place;
}

/** Links within the explorer are followed without loading it again. */
export function followLinks(): void {
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element).closest?.('a');
    // In a drawing, `href` of a link is no text.
    const href = link?.getAttribute('href') ?? '';
    if (!link || href === '' || link.hasAttribute('target') || link.hasAttribute('download')) return;
    const url = new URL(href, location.href);
    const isOurs =
      url.origin === location.origin && (url.pathname === BASE || url.pathname.startsWith(`${BASE}/`));
    if (!isOurs || (url.hash !== '' && url.pathname === location.pathname)) return;
    event.preventDefault();
    const isSamePage = url.pathname === location.pathname;
    go(url.href);
    if (isSamePage) return;
    // The link is gone, so a reader with a keyboard would start at the top of the document again.
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
}
