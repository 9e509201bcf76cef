import type { Definition } from '../model/definition.js';
import type { FixtureCase } from '../schema/fixture-case.js';
import type { Path } from '../schema/path.js';
import type { YamlFile } from '../schema/yaml-file.js';

/** Refuses expectations that no evaluation of the definition could meet. */
export function validateFixtureClaims(
  file: YamlFile,
  path: Path,
  { verdict, claims }: FixtureCase,
  { kind, families }: Definition,
): void {
  if (verdict === 'proven' && claims.length === 0) file.refuse(path, 'is proven and lists no claims');
  if (verdict !== 'proven' && claims.length > 0)
    file.refuse([...path, 'claims'], `have no effect: it is ${verdict}`);
  if (kind === 'attribute' && claims.length > 1) {
    file.refuse([...path, 'claims'], 'has several, and an attribute has one claim');
  }
  for (const [i, { family: id, object, value }] of claims.entries()) {
    const at = [...path, 'claims', i];
    const family = families.find((one) => one.id === id);
    if (!family) file.refuse([...at, 'family'], `is ${id}, which is no family of the definition`);
    else if ((family.value === undefined) !== (value === undefined)) {
      file.refuse(
        at,
        `${value === undefined ? 'lacks the' : 'has a'} value, and ${id} has ${family.value ? 'one' : 'none'}`,
      );
    }
    if ((kind === 'relation') !== (object !== undefined)) {
      file.refuse(at, kind === 'relation' ? 'lacks its object' : 'has an object, and is of an attribute');
    }
  }
}
