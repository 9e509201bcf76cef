import { SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'list',
  description: 'Lists all keys, those that are not valid any more included; times are UTC.',
})
export class KeysListCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./keys-list.js')).run();
  }
}
