import type { Address } from '../../domain/chain/hex.js';
import { throwRefused } from '../schema/definitions-refused.js';
import { type FixtureText, fixtureSchema } from '../schema/fixture.schema.js';
import type { FixtureCase, FixtureDependency } from '../schema/fixture-case.js';
import { YamlFile } from '../schema/yaml-file.js';

type CaseText = FixtureText[number];
type DependencyText = NonNullable<CaseText['deps']>[number];

const SUBJECT: Address = `0x${'55'.repeat(20)}`;
const RANGE = [100, 200] as const;

/**
 * Reads the cases of a definition from `<family>/<name>.fixture.yaml`. It does not check that they fit the
 * definition.
 *
 * @throws DefinitionsRefused
 */
export function readFixtures(name: string): readonly FixtureCase[] {
  const file = YamlFile.read(name);
  const cases = file.as(fixtureSchema);
  throwRefused(file.errors);
  return cases!.map(fixtureCase);
}

/** A case of a fixture file with its defaults filled in. */
export function fixtureCase(text: CaseText): FixtureCase {
  const { range = RANGE, subject = SUBJECT, facts = [], deps = [], bindings = [] } = text;
  return {
    name: text.name,
    verdict: text.verdict,
    block: text.block,
    range,
    subject,
    older: text.older ?? false,
    facts: facts.map(({ key = '', value = 'true', evidence = [], ...fact }) => ({
      ...fact,
      key,
      value,
      evidence: [evidence].flat(),
    })),
    unknown: text.unknown ?? [],
    deps: deps.map(fixtureDependency),
    bindings: bindings.map(({ from = 0, fields = {}, ...entry }) => ({ ...entry, from, fields })),
    claims: text.claims ?? [],
  };
}

function fixtureDependency({ unknown, start, referenceBlock, ...dep }: DependencyText): FixtureDependency {
  if (unknown || start === undefined) return { ...dep, unknown: true };
  return { ...dep, start, referenceBlock: referenceBlock ?? start };
}
