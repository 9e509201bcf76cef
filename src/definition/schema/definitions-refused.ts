/** One error and its place. */
export interface FileError {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** One sentence without a full stop. */
  readonly sentence: string;
}

/** Files below `definitions/` are refused. It has all their errors, in order of their places. */
export class DefinitionsRefused extends Error {
  override readonly name = 'DefinitionsRefused';
  readonly errors: readonly FileError[];

  constructor(errors: readonly FileError[]) {
    const ordered = [...errors].sort(byPlace);
    super(ordered.map(errorLine).join('\n'));
    this.errors = ordered;
  }
}

/** `definitions/asset/erc20.yaml:12:5 families[0].facts[1].id is missing`. */
export function errorLine({ file, line, column, sentence }: FileError): string {
  return `${file}:${line}:${column} ${sentence}`;
}

/** @throws DefinitionsRefused if there are errors */
export function throwRefused(errors: readonly FileError[]): void {
  if (errors.length > 0) throw new DefinitionsRefused(errors);
}

function byPlace(a: FileError, b: FileError): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
