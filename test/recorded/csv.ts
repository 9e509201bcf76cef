/** Rows of a CSV text by the names in its first line; quoted fields may hold commas. */
export function parseCsv(text: string): Record<string, string>[] {
  const [head, ...lines] = text.split(/\r?\n/).filter((line) => line !== '');
  if (head === undefined) return [];
  const names = fields(head);
  return lines.map((line) => {
    const values = fields(line);
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  });
}

const fields = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
  );
