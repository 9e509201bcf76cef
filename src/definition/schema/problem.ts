/** Something wrong in a file under `definitions/`, and where. */
export interface Problem {
  /** Path as given to the reader. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** One or more files say what they must not. The message has a line for each problem, beginning with its place. */
export class DefinitionsRefused extends Error {
  override readonly name = 'DefinitionsRefused';

  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(problemLine).join('\n'));
  }
}

export function problemLine({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column} ${message}`;
}
