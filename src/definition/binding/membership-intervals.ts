import type { CountedBinding, CountedEntry } from '../schema/binding.schema.js';
import type { Path } from '../schema/path.js';
import { isHigher } from '../schema/version-order.js';
import type { YamlFile } from '../schema/yaml-file.js';
import type { Membership } from './binding.js';

/** Collects what is wrong with each part of a file. */
type Refuses = Pick<YamlFile, 'refuse'>;

const KEY_DIGITS = { address: 40, hash: 64 };
const OWN_KEYS = ['key', 'added', 'removed', 'from'];

/**
 * The periods of membership that the entries of a registry state, by key. Refuses each contradiction at its
 * place in the file.
 */
export function intervalsOf(file: Refuses, text: CountedBinding): ReadonlyMap<string, readonly Membership[]> {
  validateVersions(file, text);
  const known = new Set([...OWN_KEYS, ...text.fields]);
  const validFrom = new Map(text.versions.map(({ version, validFrom }) => [version, validFrom]));
  const members = new Map<string, Membership[]>();
  for (const [i, entry] of text.entries.entries()) {
    const path = ['entries', i];
    validateKeys(file, text, known, entry, path);
    const interval = intervalOf(file, entry, validFrom, path);
    if (!interval) continue;
    const before = members.get(entry.key);
    const last = before?.at(-1);
    if (last && (last.until === undefined || last.until >= interval.from)) {
      file.refuse(
        [...path, 'key'],
        `is there twice at block ${interval.from}: periods of a key ascend and do not overlap`,
      );
    }
    if (before) before.push(interval);
    else members.set(entry.key, [interval]);
  }
  return members;
}

function intervalOf(
  file: Refuses,
  entry: CountedEntry,
  validFrom: ReadonlyMap<string, number>,
  path: Path,
): Membership | undefined {
  const { key: _, added, removed, from, ...fields } = entry;
  const first = validFrom.get(added);
  const gone = removed === undefined ? undefined : validFrom.get(removed);
  if (first === undefined) file.refuse([...path, 'added'], `is ${added}, which is none of the versions`);
  if (removed !== undefined && gone === undefined) {
    file.refuse([...path, 'removed'], `is ${removed}, which is none of the versions`);
  }
  if (first === undefined || (removed !== undefined && gone === undefined)) return undefined;
  if (from !== undefined && from < first) {
    file.refuse([...path, 'from'], `lies below ${first}, from which version ${added} is valid`);
  }
  const start = from ?? first;
  if (gone === undefined) return { from: start, version: added, fields };
  if (gone <= start) {
    file.refuse([...path, 'removed'], `takes effect at block ${gone}: the entry would never have counted`);
  }
  return { from: start, until: gone - 1, version: added, removedBy: removed!, fields };
}

/** @param known keys that an entry may have */
function validateKeys(
  file: Refuses,
  text: CountedBinding,
  known: ReadonlySet<string>,
  entry: CountedEntry,
  path: Path,
): void {
  const digits = KEY_DIGITS[text.keys];
  if (entry.key.length !== 2 + digits) file.refuse([...path, 'key'], `must have ${digits} hex digits`);
  for (const field of text.fields.filter((name) => !Object.hasOwn(entry, name))) {
    file.refuse(path, `has no ${field}, one of the fields of this binding`);
  }
  for (const key of Object.keys(entry).filter((name) => !known.has(name))) {
    file.refuse([...path, key], 'is none of the fields of this binding');
  }
}

function validateVersions(file: Refuses, { versions }: CountedBinding): void {
  for (const [i, { version, validFrom }] of versions.entries()) {
    const before = versions[i - 1];
    if (!before) continue;
    if (!isHigher(version, before.version)) {
      file.refuse(['versions', i, 'version'], `must be higher than ${before.version}`);
    }
    if (validFrom < before.validFrom) {
      file.refuse(
        ['versions', i, 'validFrom'],
        `must not be below ${before.validFrom}, that of the version before`,
      );
    }
  }
}
