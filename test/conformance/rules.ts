/** One numbered rule of the contract. */
export interface Rule {
  readonly id: string;
  readonly section: string;
  /** The row's cells after the id. */
  readonly cells: readonly string[];
}

/** Reads the rules out of the contract's tables. */
export function parseRules(markdown: string): readonly Rule[] {
  const rules: Rule[] = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).trim();
    const [, id, rest] = /^\| (R-A?\d+) \|(.*)\|\s*$/.exec(line) ?? [];
    if (id && rest) rules.push({ id, section, cells: rest.split(/(?<!\\)\|/).map((cell) => cell.trim()) });
  }
  return rules;
}
