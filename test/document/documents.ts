import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What readers run: every block of `sh` in them is run, and compared with what is shown below it. */
export const RUN: readonly string[] = ['README.md', ...markdownIn('docs')];

/** Everything people read here. */
export const READ: readonly string[] = [
  ...markdownIn('.', false),
  ...markdownIn('docs'),
  ...['bench', 'definitions', 'packages/client', 'packages/verifier', 'src/demo', 'src/verifier'].flatMap(
    (folder) => markdownIn(folder, false),
  ),
];

function markdownIn(folder: string, recursive = true): readonly string[] {
  return readdirSync(folder, { recursive })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder, name));
}
