import type { DocumentedMethod } from './documented-method.js';

interface Route {
  readonly segments: readonly string[];
  readonly method: DocumentedMethod;
}

export interface MatchedRoute {
  readonly method: DocumentedMethod;
  /** Percent-decoded values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
}

/**
 * All documented paths. The router answers requests that it can serve. For the others this table tells
 * whether the path exists, so that only the HTTP method is wrong.
 */
export class MethodTable {
  private readonly routes: Route[] = [];

  add(url: string, method: DocumentedMethod): void {
    this.routes.push({ segments: url.split('/'), method });
  }

  /** The documented methods, in the order of their routes. */
  methods(): readonly DocumentedMethod[] {
    return this.routes.map(({ method }) => method);
  }

  /** @param pathname correctly percent-encoded, without the query. */
  match(pathname: string): MatchedRoute | undefined {
    const given = pathname.split('/').map(decodeURIComponent);
    for (const { segments, method } of this.routes) {
      const path = match(segments, given);
      if (path) return { method, path };
    }
    return undefined;
  }
}

function match(segments: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (segments.length !== given.length) return undefined;
  const path: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':') && value !== '') path[segment.slice(1)] = value;
    else if (segment !== value) return undefined;
  }
  return path;
}
