export type QueryPair = readonly [name: string, value: string];

/**
 * Name and value pairs in the given order. Repeated names, and names such as `__proto__`, are kept, because
 * nothing may be merged into an object before it is checked.
 * INVARIANT: the text is correctly percent-encoded.
 */
export function queryPairs(target: string): readonly QueryPair[] {
  const start = target.indexOf('?');
  if (start === -1) return [];
  return target
    .slice(start + 1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals === -1
        ? [decode(pair), '']
        : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    });
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
