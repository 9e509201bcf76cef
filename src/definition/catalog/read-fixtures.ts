import { refuseBadFiles } from '../schema/bad-files.js';
import { fixtureSchema } from '../schema/fixture.schema.js';
import { YamlFile } from '../schema/yaml-file.js';
import { type FixtureCase, fixtureCase } from './fixture-case.js';

/**
 * Reads the cases of a definition, `<family>/<name>.fixture.yaml`. That they fit it is for `checkFixtures`.
 *
 * @throws BadFiles
 */
export function readFixtures(name: string): readonly FixtureCase[] {
  const file = YamlFile.read(name);
  const cases = file.as(fixtureSchema);
  refuseBadFiles(file.errors);
  return cases!.map(fixtureCase);
}
