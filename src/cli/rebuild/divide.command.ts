import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'divide',
  description:
    'Moves rows that an earlier version keeps in one partition to partitions of 2^20 blocks. An interrupted run ' +
    'continues where it stopped. The service must not be running.',
})
export class DivideCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./divide.js')).Divide);
  }
}
