import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'status',
  description:
    'Shows what is stored and covered, the gaps, how far behind the nodes it is, how far validator queues are sampled, and what the nodes can give.',
})
export class StatusCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./status.js')).run();
  }
}
