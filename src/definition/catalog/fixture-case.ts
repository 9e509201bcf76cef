import type { FixtureText } from '../schema/fixture.schema.js';

/** One case of a fixture file, its defaults filled in. Addresses and keys are lower-case `0x` hex. */
export interface FixtureCase {
  readonly name: string;
  readonly verdict: 'proven' | 'notProven' | 'undecided';
  /** The block judged. */
  readonly block: number;
  /** First and last block of the range. */
  readonly range: readonly [first: number, last: number];
  readonly subject: string;
  readonly facts: readonly FixtureFact[];
  /** Checks whose register has an unknown state. */
  readonly unknown: readonly string[];
  readonly deps: readonly FixtureDep[];
  readonly bindings: readonly FixtureEntry[];
  /** What is expected; empty unless proven. */
  readonly claims: readonly FixtureClaim[];
}

/** A holding of the register that a check reads; of a `read`, an answer. */
export interface FixtureFact {
  readonly check: string;
  /** Whose register it is. */
  readonly of: string;
  /** `''` unless the register is keyed. */
  readonly key: string;
  readonly value: string | Readonly<Record<string, string>>;
  readonly start: number;
  readonly end?: number;
  readonly evidence: readonly string[];
}

/** A claim of another definition, or that it is not decided. */
export type FixtureDep =
  | { readonly dep: string; readonly of: string; readonly unknown: true }
  | {
      readonly dep: string;
      readonly of: string;
      readonly unknown: false;
      readonly start: number;
      readonly end?: number;
      readonly referenceBlock: number;
      readonly value?: string;
    };

export interface FixtureEntry {
  readonly binding: string;
  readonly key: string;
  readonly from: number;
  readonly until?: number;
  readonly fields: Readonly<Record<string, string>>;
}

export interface FixtureClaim {
  readonly family: string;
  readonly value?: string;
  readonly object?: string;
  readonly referenceBlock: number;
  /** All evidence refs of the proof, in any order. */
  readonly witnesses: readonly string[];
}

type CaseText = FixtureText[number];

const SUBJECT = `0x${'55'.repeat(20)}`;
const RANGE = [100, 200] as const;

/** A case as written, with what it leaves out. */
export function fixtureCase(text: CaseText): FixtureCase {
  const { name, verdict, block, range = RANGE, subject = SUBJECT } = text;
  return {
    name,
    verdict,
    block,
    range,
    subject,
    facts: (text.facts ?? []).map(({ of = subject, key = '', value = 'true', evidence = [], ...fact }) => ({
      ...fact,
      of,
      key,
      value,
      evidence: typeof evidence === 'string' ? [evidence] : evidence,
    })),
    unknown: text.unknown ?? [],
    deps: (text.deps ?? []).map((dep) => fixtureDep(dep, subject)),
    bindings: (text.bindings ?? []).map(({ from = 0, fields = {}, ...entry }) => ({
      ...entry,
      from,
      fields,
    })),
    claims: text.claims ?? [],
  };
}

function fixtureDep(text: NonNullable<CaseText['deps']>[number], subject: string): FixtureDep {
  const { dep, of = subject, unknown, start, end, referenceBlock, value } = text;
  if (unknown || start === undefined) return { dep, of, unknown: true };
  return {
    dep,
    of,
    unknown: false,
    start,
    ...(end !== undefined && { end }),
    referenceBlock: referenceBlock ?? start,
    ...(value !== undefined && { value }),
  };
}
