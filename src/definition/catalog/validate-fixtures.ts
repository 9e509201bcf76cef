import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import type { Catalog, Definition } from '../model/definition.js';
import type { AnyOperands, Predicate } from '../model/predicate.js';
import { fixtureSchema } from '../schema/fixture.schema.js';
import type { FixtureCase } from '../schema/fixture-case.js';
import type { Path } from '../schema/path.js';
import type { YamlFile } from '../schema/yaml-file.js';
import { casesNeeded } from './cases-needed.js';
import { fixtureCase } from './read-fixtures.js';
import { validateFixtureClaims } from './validate-fixture-claims.js';
import { validateFixtureFact } from './validate-fixture-fact.js';

/** Refuses a fixture file with too few cases, or with facts that its definition does not read. */
export function validateFixtures(file: YamlFile, definition: Definition, catalog: Catalog): void {
  const text = file.as(fixtureSchema);
  if (text === undefined) return;
  const cases = text.map(fixtureCase);
  for (const [verdict, least] of Object.entries(casesNeeded(definition))) {
    const count = cases.filter((one) => one.verdict === verdict).length;
    if (count < least) file.refuse([], `has ${count} cases that are ${verdict}, and needs ${least}`);
  }
  const names = cases.map(({ name }) => name);
  for (const [i, one] of cases.entries()) {
    if (names.indexOf(one.name) < i) file.refuse([i, 'name'], `is ${one.name}, as of an earlier case`);
    validateCase(file, [i], one, definition, catalog);
  }
}

function validateCase(
  file: YamlFile,
  path: Path,
  one: FixtureCase,
  definition: Definition,
  catalog: Catalog,
): void {
  const [first, last] = one.range;
  if (one.block < first || one.block > last) {
    file.refuse([...path, 'block'], `lies outside the range ${first} to ${last}`);
  }
  for (const [i, fact] of one.facts.entries()) {
    const at = [...path, 'facts', i];
    const predicate = namedPredicate(file, [...at, 'check'], fact.check, definition);
    if (predicate) validateFixtureFact(file, at, fact, predicate, catalog);
    validateInterval(file, at, fact, first);
  }
  for (const [i, id] of one.unknown.entries()) namedPredicate(file, [...path, 'unknown', i], id, definition);
  for (const [i, dep] of one.deps.entries()) {
    const at = [...path, 'deps', i];
    if (!definition.dependsOn.includes(dep.dep)) {
      file.refuse([...at, 'dep'], `is ${dep.dep}, which the definition does not depend on`);
    }
    if (!('unknown' in dep)) validateInterval(file, at, dep, first);
  }
  for (const [i, { binding }] of one.bindings.entries()) {
    if (!definition.bindings.includes(binding)) {
      file.refuse(
        [...path, 'bindings', i, 'binding'],
        `is ${binding}, which the definition does not consult`,
      );
    }
  }
  validateFixtureClaims(file, path, one, definition);
}

/**
 * The predicate that a case names by id. Refuses one that reads no fact source, or different ones in several
 * families.
 */
function namedPredicate(
  file: YamlFile,
  path: Path,
  id: string,
  { families }: Definition,
): Predicate | undefined {
  const named = families.flatMap((family) =>
    [...family.facts, ...family.negativeControls].filter((predicate) =>
      [predicate.id, `${family.id}.${predicate.id}`].includes(id),
    ),
  );
  const sources = new Set(
    named.map(({ source, read }: AnyOperands) => source ?? (read && canonicalJson(read))),
  );
  if (named.length === 0) file.refuse(path, `names ${id}, which is no check of the definition`);
  else if (sources.size > 1)
    file.refuse(path, `names ${id}, which reads several fact sources: name one as family.check`);
  else if (sources.has(undefined)) file.refuse(path, `names ${id}, which reads no fact source`);
  else return named[0];
  return undefined;
}

function validateInterval(
  file: YamlFile,
  path: Path,
  { start, end }: { start: number; end?: number },
  first: number,
): void {
  if (start < first) file.refuse([...path, 'start'], `lies below ${first}, where the range begins`);
  if (end !== undefined && end < start) file.refuse([...path, 'end'], 'lies below the start');
}
