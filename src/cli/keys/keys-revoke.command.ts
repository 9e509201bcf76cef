import { SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import { keyId } from './key-options.js';

@SubCommand({
  name: 'revoke',
  arguments: '<id>',
  argsDescription: { id: 'number of the key, as `keys list` shows it' },
  description: 'Revokes a key for good. Every running service refuses it within 2 s.',
})
export class KeysRevokeCommand extends StrictCommand {
  async run([id = '']: string[]): Promise<void> {
    await runIn(async () => (await import('./keys-revoke.js')).KeysRevoke, keyId(id));
  }
}
