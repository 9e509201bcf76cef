import { SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'file',
  arguments: '<file>',
  argsDescription: {
    file: 'a package that you publish, or any file of which everybody should get the same copy',
  },
  description:
    'Adds name and SHA-256 of a file to our log, unless they are there, and prints the entry. A running service ' +
    'signs it within seconds. The command runs beside a service or without one.',
})
export class LogFileCommand extends StrictCommand {
  run([file = '']: string[]): Promise<void> {
    return runIn(async () => (await import('./log-file.js')).LogFileRun, file);
  }
}
