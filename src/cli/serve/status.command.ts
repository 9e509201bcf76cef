import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'status',
  description:
    'Shows what is stored and covered, the gaps, how far behind the nodes it is, how far validator queues are sampled, and what the nodes can give.',
})
export class StatusCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./status.js')).Status);
  }
}
