import { SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'file',
  arguments: '<file>',
  argsDescription: { file: 'a package that you publish, or another file that everybody should get alike' },
  description:
    'Puts name and SHA-256 of a file into our log, beside a running service or without one, and prints the entry. The service signs it within seconds. An entry is never made twice.',
})
export class LogFileCommand extends StrictCommand {
  run([file = '']: string[]): Promise<void> {
    return runIn(async () => (await import('./log-file.js')).LogFileRun, file);
  }
}
