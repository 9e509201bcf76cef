import type { z } from 'zod';
import type { Path } from './path.js';

type Issue = z.core.$ZodIssue;

/** An issue with one part of a file. `key` names an unexpected key of the part. */
interface Complaint {
  readonly path: Path;
  readonly key?: string;
  readonly sentence: string;
}

/** Explains an issue of a schema in sentences, each with the part that it is about. */
export function explain(issue: Issue): readonly Complaint[] {
  const { path, message } = issue;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path, key, sentence: 'is not known here' }));
    case 'invalid_key':
      return issue.issues.map((inner) => ({ path, sentence: inner.message }));
    case 'invalid_union': {
      const meant = closest(issue.errors);
      if (meant === undefined) return [{ path, sentence: message }];
      return meant.map((inner) => ({ ...inner, path: [...path, ...inner.path] })).flatMap(explain);
    }
    default:
      return [{ path, sentence: message }];
  }
}

/** Sentences for issues for which the schemas have none. */
export function wordError(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${KINDS[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'is missing';
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'array' || issue.origin === 'object'
        ? `needs ${issue.minimum} or more`
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array' ? `has more than ${issue.maximum}` : `must be at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  boolean: 'true or false',
};

/**
 * The alternative that the writer meant: the only one that has values of this kind; undefined where there are
 * none or several.
 */
function closest(alternatives: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const rightKind = alternatives.filter((issues) => !issues.some(isAboutKind));
  return rightKind.length === 1 ? rightKind[0] : undefined;
}

function isAboutKind(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'number') return 'a number';
  return typeof value === 'string' ? 'text' : 'true or false';
}
