import { Option, SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';
import type { CheckOptions } from './definitions-check.js';

@SubCommand({
  name: 'check',
  description:
    'Checks the definitions, their fixtures and their bindings, and prints every error with file, line and column. ' +
    'Exits with 1 if there is an error.',
})
export class DefinitionsCheckCommand extends StrictCommand {
  async run(parameters: string[], options: CheckOptions): Promise<void> {
    await (await import('./definitions-check.js')).run(parameters, options);
  }

  @Option({ flags: '--directory <path>', description: 'directory of the definitions; default: definitions' })
  parseDirectory(path: string): string {
    return path;
  }

  @Option({
    flags: '--write',
    description: 'updates lock.json and schema.json; without it, stale ones are an error',
  })
  parseWrite(): boolean {
    return true;
  }
}
