import { SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'revoke',
  arguments: '<id>',
  argsDescription: { id: 'number of the key, as `keys list` shows it' },
  description: 'Takes a key back for good: within 2 s no running service answers to it any more.',
})
export class KeysRevokeCommand extends StrictCommand {
  async run(parameters: string[]): Promise<void> {
    await (await import('./keys-revoke.js')).run(parameters);
  }
}
