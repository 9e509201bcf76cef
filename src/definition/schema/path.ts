/** The place of a part in a file: the keys and indexes that lead to it. */
export type Path = readonly PropertyKey[];

/** A path as text, such as `families[0].facts[1].log`; empty for the whole file. */
export function pathText(path: Path): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
