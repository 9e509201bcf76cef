import { SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'list',
  description: 'Lists all keys, including expired and revoked ones. Times are UTC.',
})
export class KeysListCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./keys-list.js')).KeysList);
  }
}
