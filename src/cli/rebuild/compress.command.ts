import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'compress',
  description:
    'Compresses the blocks that an earlier version stored uncompressed. An interrupted run continues where it ' +
    'stopped. The service must not be running.',
})
export class CompressCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./compress.js')).Compress);
  }
}
