import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { FixtureCase } from '../../src/definition/schema/fixture-case.js';

const SUBJECT = `0x${'55'.repeat(20)}`;

/** The cases of a fixture file, with what they leave out filled in. */
export function fixtureCases(path: string): readonly FixtureCase[] {
  const written = parse(readFileSync(path, 'utf8')) as readonly WrittenCase[];
  return written.map(({ range = [100, 200], subject = SUBJECT, unknown = [], ...rest }) => ({
    name: rest.name,
    verdict: rest.verdict,
    block: rest.block,
    range,
    subject,
    unknown,
    facts: (rest.facts ?? []).map(({ value = 'true', key = '', evidence = [], ...fact }) => ({
      ...fact,
      value,
      key,
      evidence: [evidence].flat(),
    })),
    deps: (rest.deps ?? []).map((dep) =>
      'unknown' in dep ? dep : { ...dep, referenceBlock: dep.referenceBlock ?? dep.start },
    ),
    bindings: (rest.bindings ?? []).map(({ from = 0, fields = {}, ...entry }) => ({
      ...entry,
      from,
      fields,
    })),
    claims: rest.claims ?? [],
  }));
}

type Fact = FixtureCase['facts'][number];
type Entry = FixtureCase['bindings'][number];
type Dependency = FixtureCase['deps'][number];
type Optional<Record, Keys extends keyof Record> = Omit<Record, Keys> & Partial<Pick<Record, Keys>>;

interface WrittenCase extends Pick<FixtureCase, 'name' | 'verdict' | 'block'> {
  readonly range?: FixtureCase['range'];
  readonly subject?: string;
  readonly unknown?: readonly string[];
  readonly facts?: readonly (Optional<Omit<Fact, 'evidence'>, 'value' | 'key'> & {
    readonly evidence?: string | readonly string[];
  })[];
  readonly deps?: readonly (
    | Extract<Dependency, { unknown: true }>
    | Optional<Exclude<Dependency, { unknown: true }>, 'referenceBlock'>
  )[];
  readonly bindings?: readonly Optional<Entry, 'from' | 'fields'>[];
  readonly claims?: FixtureCase['claims'];
}
