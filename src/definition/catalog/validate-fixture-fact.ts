import { FIELDS_BESIDE_TARGET } from '../../domain/chain/codec/delegation-fact.js';
import type { Catalog } from '../model/definition.js';
import type { AnyOperands } from '../model/predicate.js';
import type { FixtureFact } from '../schema/fixture-case.js';
import type { Path } from '../schema/path.js';
import type { YamlFile } from '../schema/yaml-file.js';
import { fieldsOfSource } from './describe-source.js';

/** Fields that a value may lack. */
const OPTIONAL = new Set(['clone', 'instructions', ...FIELDS_BESIDE_TARGET]);

/** Refuses a fact that the source of a predicate cannot have. */
export function validateFixtureFact(
  file: YamlFile,
  path: Path,
  fact: FixtureFact,
  predicate: AnyOperands,
  catalog: Catalog,
): void {
  if (predicate.source === undefined) {
    validateText(file, path, fact);
    return;
  }
  const { source, keyed } = catalog.sources[predicate.source]!;
  // A fact of a view call needs no key: it follows from the arguments of the call.
  if (predicate.view !== undefined) {
    validateText(file, path, fact);
    return;
  }
  if (keyed && fact.key === '')
    file.refuse(path, `needs a key: the fact source of ${fact.check} has several`);
  // The key of delegated calls is their selector.
  if (predicate.call !== undefined && fact.key === '')
    file.refuse(path, `needs a key: the selector of the calls of ${fact.check}`);
  if (!keyed && predicate.call === undefined && fact.key !== '')
    file.refuse([...path, 'key'], `has no effect: the fact source of ${fact.check} has no keys`);
  const fields = fieldsOfSource(source).filter((field) => field !== 'key');
  if (fields.includes('value')) validateText(file, path, fact);
  else validateRecord(file, path, fact, fields);
}

function validateText(file: YamlFile, path: Path, { value, check: predicate }: FixtureFact): void {
  if (typeof value !== 'string')
    file.refuse([...path, 'value'], `must be text, as the values of ${predicate} are`);
}

function validateRecord(
  file: YamlFile,
  path: Path,
  { value, check: predicate }: FixtureFact,
  fields: readonly string[],
): void {
  if (typeof value === 'string') {
    file.refuse(
      [...path, 'value'],
      `must be a mapping, as the values of ${predicate} have ${fields.join(', ')}`,
    );
    return;
  }
  for (const field of Object.keys(value).filter((name) => !fields.includes(name))) {
    file.refuse([...path, 'value', field], `is no field of ${predicate}, which has ${fields.join(', ')}`);
  }
  for (const field of fields.filter((name) => !(name in value) && !OPTIONAL.has(name))) {
    file.refuse([...path, 'value'], `lacks ${field}, a field of ${predicate}`);
  }
}
