import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'status',
  description:
    'Shows the stored and covered blocks, the gaps, the lag behind each node, the last sampled epoch of the ' +
    'validator queues, and what each node can give.',
})
export class StatusCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./status.js')).Status);
  }
}
