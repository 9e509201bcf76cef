import { SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'key',
  arguments: '<action>',
  argsDescription: { action: 'create, show, rotate or finish' },
  description:
    'The key that signs the log, in log.key of the data directory: `create` makes it before the first start, `show` prints the public key, `rotate` puts a new key ' +
    'in front that signs beside the one before, `finish` ends the older one. A running service takes a change over at its next start.',
})
export class LogKeyCommand extends StrictCommand {
  async run([action = '']: string[]): Promise<void> {
    await (await import('./log-key.js')).run(action);
  }
}
