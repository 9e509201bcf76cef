import { encodingInvalid, MAX_URI_BYTES, uriTooLong } from '../../refusal/request-refusals.js';

/**
 * Refuses a request target that is too long, and then one whose percent-encoding or UTF-8 is invalid.
 * @param target as received, one character for each byte
 */
export function checkTarget(target: string): void {
  if (target.length > MAX_URI_BYTES) throw uriTooLong(target.length);
  if (!readable(target)) throw encodingInvalid();
}

function readable(target: string): boolean {
  if (/^[\x21-\x24\x26-\x7e]*$/.test(target)) return true;
  // Only visible ASCII is allowed. Other bytes must be percent-encoded.
  if (/[^\x21-\x7e]/.test(target)) return false;
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}

export function pathnameOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** The target without the scheme and host that a request to a proxy has. */
export function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, '');
}
