import { SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'key',
  arguments: '<action>',
  argsDescription: { action: 'create, show, rotate or finish' },
  description:
    'Manages the key that signs the log (log.key in the data directory). `create` makes the key before the first ' +
    'start, `show` prints the public key, `rotate` adds a new key that signs beside the old one, and `finish` ' +
    'removes the old one. A running service uses the change after its next start.',
})
export class LogKeyCommand extends StrictCommand {
  async run([action = '']: string[]): Promise<void> {
    await (await import('./log-key.js')).run(action);
  }
}
