import { SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'show',
  arguments: '<id>',
  argsDescription: { id: 'number of the key, as `keys list` shows it' },
  description: 'Shows what is known of one key; the key itself is not stored.',
})
export class KeysShowCommand extends StrictCommand {
  async run(parameters: string[]): Promise<void> {
    await (await import('./keys-show.js')).run(parameters);
  }
}
