import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import type { CatalogSource } from '../model/definition.js';
import type { FactSource } from '../model/fact-source.js';
import type { SourceId } from '../model/predicate.js';
import { describeSource } from './describe-source.js';

/** Numbers every distinct fact source once, in the order of the definitions that read them. */
export class SourceTable {
  readonly sources: CatalogSource[] = [];
  readonly #ids = new Map<string, SourceId>();

  idOf(source: FactSource): SourceId {
    const text = canonicalJson(source);
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.sources.push({ source, text, ...describeSource(source) }) - 1;
    this.#ids.set(text, id);
    return id;
  }

  at(id: SourceId): CatalogSource {
    return this.sources[id]!;
  }
}
