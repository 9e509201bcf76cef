import { existsSync } from 'node:fs';
import { bindingDirectories } from '../definition/read-definitions.js';
import { bindingSchema, countedEntries } from '../definition/schema/binding.schema.js';
import { YamlFile } from '../definition/schema/yaml-file.js';
import type { BundledBinding } from '../verifier/bundle/bundle.schema.js';

/** A registry of this checkout, in the form that its digest covers. @throws Error if it cannot be read */
export function bindingDocument(id: string, isDemo: boolean): BundledBinding {
  const file = bindingDirectories(isDemo)
    .map((directory) => `${directory}/${id}.yaml`)
    .findLast(existsSync);
  const text = file === undefined ? undefined : YamlFile.read(file).as(bindingSchema);
  if (text === undefined) throw new Error(`binding ${id} cannot be read`);
  const { versions, digest } = text;
  return {
    versions: versions.map(({ version, validFrom }) => ({ version, validFrom })),
    entries: countedEntries(text),
    digest: digest as BundledBinding['digest'],
  };
}
