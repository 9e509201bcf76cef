import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'check',
  description:
    'Checks the stored data: the digest chain of the event log, every bundle, the canonical chain, the rows of the projections ' +
    'against one another, frames and state by the rules that ingestion holds blocks to, and what nodes said of state against what ' +
    'blocks changed. Exits with 1 when something is wrong.',
})
export class CheckCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./check.js')).run();
  }
}
