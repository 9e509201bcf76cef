const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Shortest key with a digit in it, and shortest key of letters alone. */
const MIXED = 16;
const LETTERS = 24;
const isMixed = (part: string): boolean => /[a-z]/i.test(part) && /\d/.test(part);

/**
 * Whether a label of a host name, or a part of a path, is more likely a key than a name: a UUID, a run of 16
 * characters with a digit or of 24 letters, or groups that mostly mix letters and digits, with 16 characters
 * in those.
 */
export function looksLikeKey(text: string): boolean {
  if (UUID.test(text)) return true;
  const parts = text.split(/[-_~]+/).filter((part) => /^[a-z0-9]+$/i.test(part));
  if (parts.some((part) => part.length >= LETTERS || (part.length >= MIXED && /\d/.test(part)))) return true;
  const mixed = parts.filter(isMixed);
  return mixed.length > parts.length / 2 && mixed.join('').length >= MIXED;
}
