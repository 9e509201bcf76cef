/** Where a part of a file is: the keys and indexes that lead to it. */
export type Path = readonly PropertyKey[];

/** `families[0].facts[1].log`, or nothing for the whole file. */
export function pathText(path: Path): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
