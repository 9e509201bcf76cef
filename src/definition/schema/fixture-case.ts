import type { Address } from '../../domain/chain/hex.js';
/** One case of a definition's fixture file, as `definitions/README.md` describes it; defaults are filled in. */
export interface FixtureCase {
  readonly name: string;
  readonly verdict: 'proven' | 'notProven' | 'undecided';
  readonly block: number;
  /** First and last block. */
  readonly range: readonly [number, number];
  readonly subject: Address;
  /** Whether contracts may exist since before the range. */
  readonly older: boolean;
  readonly facts: readonly FixtureFact[];
  /** Checks whose fact sources are not known; named as in `FixtureFact.check`. */
  readonly unknown: readonly string[];
  readonly deps: readonly FixtureDependency[];
  readonly bindings: readonly FixtureEntry[];
  /** Expected claims if the verdict is proven. */
  readonly claims: readonly FixtureClaim[];
}

/** A fact of a case. */
export interface FixtureFact {
  /** Id of a check, or `family.check`, whose source has the fact. */
  readonly check: string;
  readonly start: number;
  readonly end?: number;
  readonly value: string | Readonly<Record<string, string>>;
  readonly key: string;
  /** The address of the fact; by default the subject of the case. */
  readonly of?: Address;
  readonly evidence: readonly string[];
}

/** A claim of another definition. */
export type FixtureDependency = FixtureHeldClaim | FixtureUnknownClaim;

export interface FixtureHeldClaim {
  readonly dep: string;
  readonly of?: Address;
  readonly start: number;
  readonly end?: number;
  readonly referenceBlock: number;
  readonly value?: string;
}

export interface FixtureUnknownClaim {
  readonly dep: string;
  readonly of?: Address;
  readonly unknown: true;
}

export interface FixtureEntry {
  readonly binding: string;
  readonly key: string;
  readonly from: number;
  /** Last block. */
  readonly until?: number;
  readonly fields: Readonly<Record<string, string>>;
}

export interface FixtureClaim {
  readonly family: string;
  readonly value?: string;
  readonly object?: Address;
  readonly referenceBlock: number;
  /** All evidence refs, in any order. */
  readonly witnesses: readonly string[];
}
