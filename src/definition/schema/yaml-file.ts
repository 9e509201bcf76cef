import { readFileSync } from 'node:fs';
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import type { z } from 'zod';
import type { FileError } from './definitions-refused.js';
import { explain, wordError } from './explain-issue.js';
import { type Path, pathText } from './path.js';

/**
 * One YAML 1.2 file of `definitions/`, which knows the place of each of its parts and collects what is wrong with it.
 * Anchors, aliases, tags, duplicate keys, several documents and hex numbers without quotes are refused.
 */
export class YamlFile {
  readonly errors: FileError[] = [];
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;

  static read(file: string): YamlFile {
    return new YamlFile(file, readFileSync(file, 'utf8'));
  }

  constructor(
    /** Its name in messages. */
    readonly file: string,
    text: string,
  ) {
    this.#document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      merge: false,
      stringKeys: true,
      prettyErrors: false,
      lineCounter: this.#lines,
    });
    const { errors, warnings, directives } = this.#document;
    for (const { pos, message } of [...errors, ...warnings]) this.#refuseAt(pos[0], message);
    if (directives?.yaml.explicit) this.#refuseAt(0, 'no directives: every file is YAML 1.2');
    visit(this.#document, { Node: (_, node) => this.#refuseWhatHides(node) });
  }

  /** The content of the file, if it has this shape; otherwise undefined, with the errors. */
  as<T>(schema: z.ZodType<T>): T | undefined {
    if (this.errors.length > 0) return undefined;
    const result = schema.safeParse(this.#document.toJS(), { error: wordError });
    if (result.success) return result.data;
    for (const { path, key, sentence } of result.error.issues.flatMap(explain)) {
      this.refuse(key === undefined ? path : [...path, key], sentence);
    }
    return undefined;
  }

  /** Adds an error at the part with this path, or at the nearest part around it. */
  refuse(path: Path, sentence: string): void {
    this.#refuseAt(this.#offset(path), `${pathText(path)} ${sentence}`.trimStart());
  }

  /** A number written with hex letters would lose its leading zeros, an alias would hide the content of a check. */
  #refuseWhatHides(node: Node): void {
    const at = node.range?.[0] ?? 0;
    if (isAlias(node)) this.#refuseAt(at, 'no aliases: write it out');
    if ('anchor' in node && node.anchor) this.#refuseAt(at, 'no anchors: write it out where it is used');
    if (node.tag) this.#refuseAt(at, 'no tags');
    if (isScalar(node) && typeof node.value === 'number' && node.source?.startsWith('0x')) {
      this.#refuseAt(at, `${node.source} must be in quotes: without them it is a number`);
    }
  }

  #offset(path: Path): number {
    let node: unknown = this.#document.contents;
    let offset = 0;
    for (const key of path) {
      if (isNode(node)) offset = node.range?.[0] ?? offset;
      if (isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
        if (!pair) return offset;
        if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
        node = pair.value;
      } else if (isCollection(node)) {
        node = node.get(key, true);
      } else return offset;
    }
    return isNode(node) ? (node.range?.[0] ?? offset) : offset;
  }

  #refuseAt(offset: number, sentence: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.errors.push({ file: this.file, line, column: col, sentence });
  }
}
