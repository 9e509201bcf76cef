import { SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import { keyId } from './key-options.js';

@SubCommand({
  name: 'show',
  arguments: '<id>',
  argsDescription: { id: 'number of the key, as `keys list` shows it' },
  description: 'Shows plan, limit and last use of a key. The key itself is not stored.',
})
export class KeysShowCommand extends StrictCommand {
  async run([id = '']: string[]): Promise<void> {
    await runIn(async () => (await import('./keys-show.js')).KeysShow, keyId(id));
  }
}
