import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const PAGE = readFileSync(join('docs', 'how-it-works.md'), 'utf8');
const LONGEST = {
  'From a block to a proof': 10,
  'From a request to its answer': 7,
  'From a definition to a proof': 8,
};

interface Hop {
  readonly number: number;
  readonly file: string;
  /** `function` or `Class.method`. */
  readonly does: string;
}

function hopsOf(heading: string): readonly Hop[] {
  const [, section = ''] = PAGE.split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| (\d+) \| \[[^\]]+\]\(\.\.\/([^)]+)\) \| `([\w.]+)` \|/gm)].map(
    ([, number, file = '', does = '']) => ({ number: Number(number), file, does }),
  );
}

it.each(Object.entries(LONGEST))('the walk "%s" names existing code, in few hops', (heading, longest) => {
  const hops = hopsOf(heading);
  expect(hops.length).toBeLessThanOrEqual(longest);
  expect(hops.length).toBeGreaterThan(5);
  expect(hops.map(({ number }) => number)).toEqual(hops.map((_, at) => at + 1));
  expect(hops.filter((hop) => !isThere(hop))).toEqual([]);
});

function isThere({ file, does }: Hop): boolean {
  const source = readFileSync(file, 'utf8');
  const [name = '', method] = does.split('.');
  return method === undefined
    ? new RegExp(`^export (async )?function ${name}\\(`, 'm').test(source)
    : new RegExp(`^export class ${name}\\b`, 'm').test(source) &&
        new RegExp(`^ {2}(async )?${method}[(<]`, 'm').test(source);
}
