import type { Held } from '../claim/held.js';

/** What a page is given: the values of its path and the query. */
export interface PageProps {
  readonly values: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** What a tab of an address is given. */
export interface TabProps {
  readonly address: string;
  readonly query: URLSearchParams;
  /** Undefined until it is known. */
  readonly held: Held | undefined;
}
