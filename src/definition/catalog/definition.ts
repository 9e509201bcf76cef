import type { FactSource, ReadSource } from './fact-source.js';

export const OPERATORS = [
  'holds',
  'absent',
  'exists',
  'latest',
  'eq',
  'neq',
  'in',
  'not_in',
  'gte',
  'lte',
  'prefix',
  'length',
  'selectors_all',
  'selectors_none',
  'slot_address',
  'code_hash_in',
  'fingerprint_in',
  'same_tx',
  'log_within_frame',
  'imitates',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** A value that a check can be compared with: `definitions/README.md`, Expressions. */
export type Expression =
  | { readonly of: 'subject' }
  | { readonly of: 'object' }
  | { readonly of: 'check'; readonly check: string; readonly field?: string }
  | { readonly of: 'namehash'; readonly text: Expression }
  /** The one key of a binding in force. */
  | { readonly of: 'entry'; readonly binding: string };

/** A source as the catalog numbers it: index into `Catalog.sources`. */
export type SourceId = number;

/** One comparison of a family. Which fields are there follows from the operator. */
export interface Predicate {
  readonly id: string;
  readonly operator: Operator;
  readonly description?: string;
  /** Of `selectors_…`, `code_hash_in` and `fingerprint_in` always `code: contract`. */
  readonly source?: SourceId;
  /** Whose register it is; the subject when absent. */
  readonly at?: Expression;
  /** Which key of a keyed register. */
  readonly atKey?: Expression;
  readonly read?: ReadSource;
  readonly dep?: string;
  /** What is compared; of `imitates` all of them. */
  readonly of?: readonly Expression[];
  readonly with?: Expression;
  readonly expected?: string | number | readonly string[];
  readonly binding?: string;
  /** Whether `imitates` sees through what only decorates a text. */
  readonly decorated?: true;
}

export interface Family {
  readonly id: string;
  readonly facts: readonly Predicate[];
  readonly negativeControls: readonly Predicate[];
  readonly object?: Expression;
  readonly value?: Expression;
  /** The one fact that reads a keyed register without naming a key: the family is judged once per key of it. */
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
  /** What must be known of a block before the definition can be judged at it. */
  readonly requires: readonly ChainRequirement[];
  /** Definitions of a stratum depend only on lower ones. */
  readonly stratum: number;
}

/** Everything under `definitions/`, compiled and checked. */
export interface Catalog {
  /** Ascending by id. */
  readonly definitions: readonly Definition[];
  /** Every distinct register that any definition reads. */
  readonly sources: readonly CatalogSource[];
}

export interface CatalogSource {
  readonly source: FactSource;
  /** Canonical JSON of the source: the same register has the same text in every catalog. */
  readonly text: string;
  /** `first` registers keep their first row, `latest` the last. */
  readonly keeps: 'first' | 'latest';
  /** Whether its holdings end with the subject's code. */
  readonly scopedToLifetime: boolean;
  readonly keyed: boolean;
}
