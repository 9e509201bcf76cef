const MAX_LENGTH = 1024;

/**
 * The part of an `X-Request-Id` that is echoed: its visible ASCII characters, at most the first 1,024.
 * @returns undefined when the request has none; an empty one counts as none
 */
export function requestIdOf(header: string | string[] | undefined): string | undefined {
  if (!header) return undefined;
  const visible = String(header).replaceAll(/[^\x21-\x7e]/g, '');
  return visible === '' ? undefined : visible.slice(0, MAX_LENGTH);
}
