import { SubCommand } from 'nest-commander';
import { keyId } from './key-options.js';
import { keyText } from './key-text.js';
import { StrictCommand } from './strict-command.js';
import { withKeys } from './with-keys.js';

@SubCommand({
  name: 'show',
  arguments: '<id>',
  argsDescription: { id: 'number of the key, as `keys list` shows it' },
  description: 'Shows what is known of one key; the key itself is not stored.',
})
export class KeysShowCommand extends StrictCommand {
  async run([id = '']: string[]): Promise<void> {
    const number = keyId(id);
    const key = await withKeys((keys) => keys.byId(number));
    if (!key) throw new Error(`there is no key ${number}: \`keys list\` shows those there are`);
    console.log(keyText(key));
  }
}
