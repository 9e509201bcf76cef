import type { FixtureFact } from '../schema/fixture-case.js';
import type { Path } from '../schema/path.js';
import type { YamlFile } from '../schema/yaml-file.js';
import type { Catalog, Check } from './definition.js';
import { fieldsOfSource } from './describe-source.js';

/** Fields that a value may be without. */
const OPTIONAL = new Set(['clone']);

/** Refuses a holding that the register of a check cannot have. */
export function checkFixtureFact(
  file: YamlFile,
  path: Path,
  fact: FixtureFact,
  check: Check,
  catalog: Catalog,
): void {
  if (check.source === undefined) {
    checkText(file, path, fact);
    return;
  }
  const { source, keyed } = catalog.sources[check.source]!;
  if (keyed && fact.key === '') file.refuse(path, `needs a key: the register of ${fact.check} has several`);
  if (!keyed && fact.key !== '')
    file.refuse([...path, 'key'], `is of no use: the register of ${fact.check} has no keys`);
  const fields = fieldsOfSource(source).filter((field) => field !== 'key');
  if (fields.includes('value')) checkText(file, path, fact);
  else checkRecord(file, path, fact, fields);
}

function checkText(file: YamlFile, path: Path, { value, check }: FixtureFact): void {
  if (typeof value !== 'string')
    file.refuse([...path, 'value'], `must be text, as the values of ${check} are`);
}

function checkRecord(
  file: YamlFile,
  path: Path,
  { value, check }: FixtureFact,
  fields: readonly string[],
): void {
  if (typeof value === 'string') {
    file.refuse([...path, 'value'], `must be a mapping, as the values of ${check} have ${fields.join(', ')}`);
    return;
  }
  for (const field of Object.keys(value).filter((name) => !fields.includes(name))) {
    file.refuse([...path, 'value', field], `is no field of ${check}, which has ${fields.join(', ')}`);
  }
  for (const field of fields.filter((name) => !(name in value) && !OPTIONAL.has(name))) {
    file.refuse([...path, 'value'], `lacks ${field}, a field of ${check}`);
  }
}
