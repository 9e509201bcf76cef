import { hash } from 'node:crypto';

/**
 * Weak validator of an answer. Records are built field by field in a fixed order, so the same record always
 * has the same text.
 */
export function entityTag(text: string): string {
  return `W/"${hash('sha256', text, 'base64url')}"`;
}

/** Whether an `If-None-Match` header names the tag, compared weakly. */
export function names(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  const opaque = tag.slice(2);
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
}
