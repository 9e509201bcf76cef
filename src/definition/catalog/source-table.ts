import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import type { CatalogSource } from '../model/definition.js';
import type { FactSource } from '../model/fact-source.js';
import type { SourceId } from '../model/predicate.js';
import { describeSource } from './describe-source.js';
import type { CodeAnalysis } from './lock.js';

/** Numbers every distinct fact source once, in the order of the definitions that read them. */
export class SourceTable {
  readonly sources: CatalogSource[] = [];
  readonly #ids = new Map<string, SourceId>();

  /**
   * @param analysis the code analysis that facts about code come from; undefined where no facts are stored
   */
  constructor(private readonly analysis?: CodeAnalysis) {}

  idOf(source: FactSource): SourceId {
    const text = canonicalJson(this.#named(source));
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.sources.push({ source, text, ...describeSource(source) }) - 1;
    this.#ids.set(text, id);
    return id;
  }

  /**
   * With another code analysis, a source of code is another source. `withAnalysis` sorts last, because SQL
   * finds sources by the beginning of their text.
   */
  #named(source: FactSource): object {
    const { analysis } = this;
    return source.kind === 'code' && analysis ? { ...source, withAnalysis: analysis } : source;
  }

  at(id: SourceId): CatalogSource {
    return this.sources[id]!;
  }
}
