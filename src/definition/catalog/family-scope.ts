import type { Binding } from '../binding/binding.js';
import type { AnyOperands, Expression, Predicate } from '../model/predicate.js';
import type { Path } from '../schema/path.js';
import type { YamlFile } from '../schema/yaml-file.js';
import { fieldsOfSource } from './describe-source.js';
import { innermost } from './expressions.js';
import type { SourceTable } from './source-table.js';

/**
 * The names that a predicate of a family can use: earlier predicates, and the object once a predicate before
 * has given it.
 */
export class FamilyScope {
  readonly #earlier = new Map<string, Predicate>();

  constructor(
    readonly file: YamlFile,
    private readonly sources: SourceTable,
    private readonly bindings: ReadonlyMap<string, Binding | undefined>,
    /** The object of a relation, if the file has it. */
    private readonly object: Expression | undefined,
  ) {}

  add(predicate: Predicate): void {
    this.#earlier.set(predicate.id, predicate);
  }

  /** An earlier check of the family. Refuses an id that is none, and returns undefined. */
  earlier(id: string, path: Path): Predicate | undefined {
    const predicate = this.#earlier.get(id);
    if (!predicate) this.file.refuse(path, `names ${id}, which is no earlier check of this family`);
    return predicate;
  }

  validateExpression(expression: Expression, path: Path): void {
    const what = innermost(expression);
    if (what.of === 'object') this.#validateObject(path);
    if (what.of !== 'check') return;
    const predicate = this.earlier(what.check, path);
    const fields = predicate && this.#fieldsOf(predicate);
    if (what.field === undefined || fields === undefined || fields.includes(what.field)) return;
    const known = fields.length > 0 ? fields.join(', ') : 'no fields';
    this.file.refuse(path, `names ${what.field} of ${what.check}, which has ${known}`);
  }

  #validateObject(path: Path): void {
    if (this.object === undefined) {
      this.file.refuse(path, 'names the object, which only the families of a relation have');
      return;
    }
    const from = innermost(this.object);
    if (from.of === 'check' && !this.#earlier.has(from.check)) {
      this.file.refuse(path, `names the object, which ${from.check} tells: that check must come first`);
    }
  }

  /** Fields of the values of a predicate; undefined when their binding does not exist or is refused. */
  #fieldsOf(predicate: Predicate): readonly string[] | undefined {
    const { source, read, binding }: AnyOperands = predicate;
    if (predicate.operator === 'not_in') return [];
    if (binding !== undefined) return this.bindings.get(binding)?.fields;
    if (predicate.operator === 'holds') return ['value'];
    if (read !== undefined) return read.returns === 'text' ? ['value', 'text'] : ['value'];
    return source === undefined ? [] : fieldsOfSource(this.sources.at(source).source);
  }
}
