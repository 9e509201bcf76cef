import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The rule ids that tests of the repository name in their titles. */
export async function testedRules(directories: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const directory of directories) {
    for (const file of await readdir(directory, { recursive: true })) {
      if (!/spec\.ts$/.test(file)) continue;
      for (const id of idsIn(await readFile(join(directory, file), 'utf8'))) named.add(id);
    }
  }
  return named;
}

/** Ids in a text: single ones, and all of a run such as `R-A055 to R-A062`. */
export function idsIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(R-A?)(\d{3})(?: to \1(\d{3}))?\b/g)].flatMap(
    ([, kind = '', first, last = first]) => {
      const [from, to] = [Number(first), Number(last)];
      return Array.from({ length: to - from + 1 }, (_, step) => kind + String(from + step).padStart(3, '0'));
    },
  );
}
