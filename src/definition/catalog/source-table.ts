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

  /** @param analysis that facts about code come from; left out where none are stored */
  constructor(private readonly analysis?: CodeAnalysis) {}

  idOf(source: FactSource): SourceId {
    const text = canonicalJson(this.#named(source));
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.sources.push({ source, text, ...describeSource(source) }) - 1;
    this.#ids.set(text, id);
    return id;
  }

  /** By another analysis it is another source. SQL knows sources by how their text begins. */
  #named(source: FactSource): object {
    const { analysis } = this;
    return source.kind === 'code' && analysis ? { ...source, withAnalysis: analysis } : source;
  }

  at(id: SourceId): CatalogSource {
    return this.sources[id]!;
  }
}
