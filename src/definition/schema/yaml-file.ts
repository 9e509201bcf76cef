import { readFileSync } from 'node:fs';
import { type Document, isAlias, isNode, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { DefinitionsRefused, type Problem } from './problem.js';

type Path = readonly PropertyKey[];

/** A YAML file that knows where in it everything stands. */
export class YamlFile {
  readonly #document: Document;
  readonly #lines = new LineCounter();
  readonly problems: Problem[] = [];

  constructor(readonly path: string) {
    this.#document = parseDocument(readFileSync(path, 'utf8'), {
      lineCounter: this.#lines,
      uniqueKeys: true,
      version: '1.2',
    });
    for (const { message, pos } of [...this.#document.errors, ...this.#document.warnings])
      this.#refuseAt(pos[0], message.split('\n')[0]!);
    visit(this.#document, (_, node) => {
      if (isAlias(node) || (isNode(node) && 'anchor' in node && node.anchor))
        this.#refuseAt(node.range?.[0] ?? 0, 'anchors and aliases are not used here');
    });
  }

  /**
   * What the file says, in the form of the schema.
   * @throws DefinitionsRefused with every problem found
   */
  read<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
    const result = this.problems.length === 0 ? schema.safeParse(this.#document.toJS()) : undefined;
    for (const { path, message } of flat(result?.error?.issues ?? [])) this.refuse(path, message);
    if (this.problems.length > 0) throw new DefinitionsRefused(this.problems);
    return result!.data as z.infer<Schema>;
  }

  /** Notes that what stands at a path is wrong. */
  refuse(path: Path, message: string): void {
    for (let length = path.length; length >= 0; length--) {
      const node = this.#document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) {
        const place = path.map(String).join('.');
        this.#refuseAt(node.range[0], place === '' ? message : `${place}: ${message}`);
        return;
      }
    }
    this.#refuseAt(0, message);
  }

  #refuseAt(offset: number, message: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.problems.push({ file: this.path, line: Math.max(line, 1), column: Math.max(col, 1), message });
  }
}

/** A choice that fits in no way is told by the way that came nearest. */
function flat(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const depth = (all: readonly z.core.$ZodIssue[]) => Math.max(...all.map(({ path }) => path.length));
    const [nearest] = [...issue.errors].sort((a, b) => depth(b) - depth(a));
    return flat(nearest!).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}
