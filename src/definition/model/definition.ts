import type { FactSource } from './fact-source.js';
import type { Expression, Predicate } from './predicate.js';

export interface Family {
  readonly id: string;
  readonly facts: readonly Predicate[];
  readonly negativeControls: readonly Predicate[];
  readonly object?: Expression;
  readonly value?: Expression;
  /**
   * Id of the one fact that reads a keyed source without a key: the family is evaluated once for each of its
   * keys.
   */
  readonly each?: string;
}

/** Chain records beyond blocks, receipts and logs. */
export type ChainRequirement = 'frames' | 'state_diff';

/** A compiled definition. */
export interface Definition {
  readonly id: string;
  /** Everything before the last colon of the id. */
  readonly family: string;
  readonly kind: 'attribute' | 'relation';
  readonly version: string;
  /** `<version>+sha256.<hex>`, as proofs name it. */
  readonly definitionVersion: string;
  /** UTC day, `2026-11-21`. */
  readonly published: string;
  readonly title: string;
  readonly means: string;
  /** Ids of the definitions that its checks name, ascending. */
  readonly dependsOn: readonly string[];
  /** Ids of the bindings that its checks and their fact sources name, ascending. */
  readonly bindings: readonly string[];
  readonly families: readonly Family[];
  /** Its families as the file has them, for readers. */
  readonly document: readonly unknown[];
  /** The file; absent from the rule of a bundle. */
  readonly text?: string;
  /** Records of a block without which the definition cannot be evaluated there. */
  readonly requires: readonly ChainRequirement[];
  /** Definitions of a stratum depend only on those of lower strata. */
  readonly stratum: number;
}

/** All definitions, compiled and checked. */
export interface Catalog {
  /** Ascending by id. */
  readonly definitions: readonly Definition[];
  /** Every distinct fact source of the definitions. */
  readonly sources: readonly CatalogSource[];
  /** Versions of the programs that analyse code, by name. */
  readonly analysis?: Readonly<Record<string, string>>;
}

export interface CatalogSource {
  readonly source: FactSource;
  /**
   * Canonical JSON of the source. A source has the same text in every catalog with the same code analysis.
   */
  readonly text: string;
  /** Whether the first or the latest row of a key counts. */
  readonly keeps: 'first' | 'latest';
  /** Whether its fact intervals end when the subject's code is removed. */
  readonly scopedToLifetime: boolean;
  readonly keyed: boolean;
}
