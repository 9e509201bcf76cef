import type { FactSource } from './fact-source.js';
import type { Expression, Predicate } from './predicate.js';

export interface Family {
  readonly id: string;
  readonly facts: readonly Predicate[];
  readonly negativeControls: readonly Predicate[];
  readonly object?: Expression;
  readonly value?: Expression;
  /** The one fact that reads a keyed source without a key: the family is evaluated per key of it. */
  readonly each?: string;
}

/** Chain records beyond blocks, receipts and logs. */
export type ChainRequirement = 'frames' | 'state_diff';

/** A definition, compiled. */
export interface Definition {
  readonly id: string;
  /** Everything before the last colon of the id. */
  readonly family: string;
  readonly kind: 'attribute' | 'relation';
  readonly version: string;
  /** `<version>+sha256.<hex>`: what a proof names. */
  readonly definitionVersion: string;
  /** UTC day, `2026-11-21`. */
  readonly published: string;
  readonly title: string;
  readonly means: string;
  /** Definitions its checks name, ascending. */
  readonly dependsOn: readonly string[];
  /** Bindings its checks name, those inside its sources included, ascending. */
  readonly bindings: readonly string[];
  readonly families: readonly Family[];
  /** Its families as they are written, for people: without what only the compiler needs. */
  readonly document: readonly unknown[];
  /** Records of a block that the definition needs to be evaluated at it. */
  readonly requires: readonly ChainRequirement[];
  /** Definitions of a stratum depend only on lower ones. */
  readonly stratum: number;
}

/** Everything under `definitions/`, compiled and checked. */
export interface Catalog {
  /** Ascending by id. */
  readonly definitions: readonly Definition[];
  /** Every distinct fact source of the definitions. */
  readonly sources: readonly CatalogSource[];
  /** Versions, by name, of what facts about code come from. */
  readonly analysis?: Readonly<Record<string, string>>;
}

export interface CatalogSource {
  readonly source: FactSource;
  /** Canonical JSON of the source: one source has the same text in every catalog with the same analysis of code. */
  readonly text: string;
  /** `first` sources keep their first row, `latest` the last. */
  readonly keeps: 'first' | 'latest';
  /** Whether its intervals end with the subject's code. */
  readonly scopedToLifetime: boolean;
  readonly keyed: boolean;
}
