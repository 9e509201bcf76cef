export type QueryPair = readonly [name: string, value: string];

/**
 * Name and value pairs in the order given, repeats and names such as `__proto__` kept: nothing is merged into an object
 * before it was checked. The text must be correctly percent-encoded.
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
