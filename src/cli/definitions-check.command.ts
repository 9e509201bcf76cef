import { Option, SubCommand } from 'nest-commander';
import { type CheckedDefinitions, checkDefinitions } from '../definition/catalog/check-definitions.js';
import { definitionSetDigest } from '../definition/catalog/definition-set.js';
import { StrictCommand } from './strict-command.js';
import { textTable } from './text-table.js';

@SubCommand({
  name: 'check',
  description:
    'Checks the definitions, their fixtures and their bindings, and prints every error with file, line and column. ' +
    'Exits with 1 when something is wrong.',
})
export class DefinitionsCheckCommand extends StrictCommand {
  async run(_: string[], options: { directory?: string; write?: boolean }): Promise<void> {
    const checked = checkDefinitions(options.directory ?? 'definitions', options.write ?? false);
    console.log(summary(checked));
  }

  @Option({ flags: '--directory <path>', description: 'where they are; default definitions' })
  parseDirectory(path: string): string {
    return path;
  }

  @Option({
    flags: '--write',
    description: 'write lock.json and schema.json instead of refusing them when they are stale',
  })
  parseWrite(): boolean {
    return true;
  }
}

function summary({ catalog, bindings }: CheckedDefinitions): string {
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
  return `${textTable(head, rows)}\n\n${counts}\ndefinition set ${definitionSetDigest(catalog, bindings)}`;
}
