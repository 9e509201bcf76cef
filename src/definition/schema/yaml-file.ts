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
import { isOfCheckout, rememberContent, rememberedContent } from './remembered-content.js';

/**
 * One YAML 1.2 file of `definitions/`. It knows the place of each of its parts and collects errors. Anchors,
 * aliases, tags, duplicate keys, several documents and hex numbers without quotes are refused.
 */
export class YamlFile {
  readonly errors: FileError[] = [];
  readonly #content: unknown;
  #parsed: { readonly document: Document.Parsed; readonly lines: LineCounter } | undefined;

  /**
   * Reads a file. The content of files of this checkout is remembered, because parsing them takes most of the
   * time of a start.
   */
  static read(file: string): YamlFile {
    const text = readFileSync(file, 'utf8');
    const remembered = rememberedContent(text);
    const read = new YamlFile(file, text, remembered);
    if (remembered === undefined && read.errors.length === 0 && isOfCheckout(file))
      rememberContent(text, read.#content);
    return read;
  }

  constructor(
    /** Name of the file in messages. */
    readonly file: string,
    readonly text: string,
    /** The content of the text, if it was parsed before without errors. */
    known?: unknown,
  ) {
    this.#content = known ?? this.#parseWhole();
  }

  /** The content of the file if it fits the schema; otherwise undefined, and `errors` says why. */
  as<T>(schema: z.ZodType<T>): T | undefined {
    if (this.errors.length > 0) return undefined;
    const result = schema.safeParse(this.#content, { error: wordError });
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

  /** Parses the text; undefined where it has errors, which are collected. */
  #parseWhole(): unknown {
    const { document } = this.#places;
    const { errors, warnings, directives } = document;
    for (const { pos, message } of [...errors, ...warnings]) this.#refuseAt(pos[0], message);
    if (directives?.yaml.explicit) this.#refuseAt(0, 'no directives: every file is YAML 1.2');
    visit(document, { Node: (_, node) => this.#refuseWhatHides(node) });
    return this.errors.length > 0 ? undefined : document.toJS();
  }

  get #places(): { readonly document: Document.Parsed; readonly lines: LineCounter } {
    if (this.#parsed === undefined) {
      const lines = new LineCounter();
      const document = parseDocument(this.text, {
        version: '1.2',
        schema: 'core',
        merge: false,
        stringKeys: true,
        prettyErrors: false,
        lineCounter: lines,
      });
      this.#parsed = { document, lines };
    }
    return this.#parsed;
  }

  /**
   * Refuses nodes that hide content: a hex number without quotes loses its leading zeros, and an alias hides
   * the content of a check.
   */
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
    let node: unknown = this.#places.document.contents;
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
    const { line, col } = this.#places.lines.linePos(offset);
    this.errors.push({ file: this.file, line, column: col, sentence });
  }
}
