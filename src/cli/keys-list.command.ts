import { SubCommand } from 'nest-commander';
import { keyTable } from './key-text.js';
import { StrictCommand } from './strict-command.js';
import { withKeys } from './with-keys.js';

@SubCommand({
  name: 'list',
  description: 'Lists all keys, those that are not valid any more included; times are UTC.',
})
export class KeysListCommand extends StrictCommand {
  async run(): Promise<void> {
    console.log(keyTable(await withKeys((keys) => keys.all())));
  }
}
