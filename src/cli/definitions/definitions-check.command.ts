import { Option, SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';
import type { CheckOptions } from './definitions-check.js';

@SubCommand({
  name: 'check',
  description:
    'Checks the definitions, their fixtures and their bindings, and prints every error with file, line and column. ' +
    'Exits with 1 when something is wrong.',
})
export class DefinitionsCheckCommand extends StrictCommand {
  async run(parameters: string[], options: CheckOptions): Promise<void> {
    await (await import('./definitions-check.js')).run(parameters, options);
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
