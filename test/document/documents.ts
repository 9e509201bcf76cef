import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Documents whose `sh` blocks are run and compared with the output that they show. */
export const RUN: readonly string[] = ['README.md', ...markdownIn('docs')];

/** Documents for readers, whose links are checked. */
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
