import { SubCommand } from 'nest-commander';
import { keyId } from './key-options.js';
import { StrictCommand } from './strict-command.js';
import { withKeys } from './with-keys.js';

@SubCommand({
  name: 'revoke',
  arguments: '<id>',
  argsDescription: { id: 'number of the key, as `keys list` shows it' },
  description: 'Takes a key back for good: within 2 s no running service answers to it any more.',
})
export class KeysRevokeCommand extends StrictCommand {
  async run([id = '']: string[]): Promise<void> {
    const number = keyId(id);
    const revoked = await withKeys((keys) => keys.revoke(number));
    if (!revoked)
      throw new Error(`there is no key ${number} that could be revoked: \`keys list\` shows their states`);
    console.log(`key ${number} is revoked`);
  }
}
