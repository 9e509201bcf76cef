import { analysisVersions } from '../../bytecode/analysis-version.js';
import { definitionSetDigest } from '../../definition/catalog/definition-set.js';
import {
  type ValidatedDefinitions,
  validateDefinitions,
} from '../../definition/catalog/validate-definitions.js';
import { textTable } from '../text/text-table.js';

export interface CheckOptions {
  readonly directory?: string;
  readonly write?: boolean;
}

/** Runs `definitions check`. */
export async function run(_: string[], options: CheckOptions): Promise<void> {
  const checked = validateDefinitions(
    options.directory ?? 'definitions',
    analysisVersions(),
    options.write ?? false,
  );
  console.log(summary(checked));
  for (const { id, version } of checked.locked) console.log(`locked ${id} ${version}`);
}

function summary({ catalog, bindings }: ValidatedDefinitions): string {
  const { definitions, sources } = catalog;
  const rows = definitions.map(({ id, version, families, dependsOn, bindings, requires, stratum }) => [
    id,
    version,
    `${families.length}`,
    `${stratum}`,
    requires.join(', ') || '-',
    `${dependsOn.length}`,
    bindings.join(', ') || '-',
  ]);
  const head = ['definition', 'version', 'families', 'stratum', 'requires', 'depends on', 'bindings'];
  const families = definitions.reduce((sum, definition) => sum + definition.families.length, 0);
  const strata = Math.max(-1, ...definitions.map(({ stratum }) => stratum)) + 1;
  const counts =
    `${definitions.length} definitions with ${families} families in ${strata} strata, ` +
    `${sources.length} sources, ${bindings.size} bindings`;
  // With the installed analysis, which the check has compared with the locked one or locked.
  const digest = definitionSetDigest({ ...catalog, analysis: analysisVersions() }, bindings);
  return `${textTable(head, rows)}\n\n${counts}\ndefinition set ${digest}, without lists of the demo chain`;
}
