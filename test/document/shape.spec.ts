import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const RECORDS = join('docs', 'adr');
const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').trimEnd().split('\n');

describe('the README', () => {
  it('is short, and shows a proof and its offline check in the first 30 lines', () => {
    const lines = linesOf('README.md');
    expect(lines.length).toBeLessThanOrEqual(160);
    const beginning = lines.slice(0, 30).join('\n');
    for (const part of ['/proof"', '"proofHash"', 'verify.js', 'V4  holds'])
      expect(beginning).toContain(part);
  });
});

describe('decision records', () => {
  const names = readdirSync(RECORDS).filter((name) => name !== 'README.md');

  it.each(names)('%s has context, decision and consequence in a few lines', (name) => {
    const lines = linesOf(join(RECORDS, name)).filter((line) => line !== '');
    expect(lines.length).toBeLessThanOrEqual(13);
    expect(lines[0]).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
    const parts = lines.flatMap((line) => /^\*\*(\w+)\.\*\* /.exec(line)?.[1] ?? []);
    expect(parts).toEqual(['Context', 'Decision', 'Consequence']);
  });

  it('are all in the list once, under their titles, and the list says which are superseded', () => {
    const listed = linesOf(join(RECORDS, 'README.md')).flatMap((line) => {
      const [, title, name, by] = /^- \[(.+)\]\((.+?)\)(?: \(superseded by (\d+)\))?$/.exec(line) ?? [];
      return title === undefined ? [] : [[name, `# ${title}`, by]];
    });
    const written = names.map((name) => {
      const [title, , below = ''] = linesOf(join(RECORDS, name));
      return [name, title, /^Superseded by \[(\d+)\]/.exec(below)?.[1]];
    });
    expect(listed.sort()).toEqual(written.sort());
  });

  it('stand in the order of their numbers in each part of the list', () => {
    const parts = readFileSync(join(RECORDS, 'README.md'), 'utf8').split('\n## ').slice(1);
    for (const part of parts) {
      const numbers = [...part.matchAll(/^- \[(\d+)/gm)].map(([, number]) => Number(number));
      expect(numbers.length).toBeGreaterThan(1);
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    }
  });
});
