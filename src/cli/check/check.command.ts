import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'check',
  description:
    'Checks the stored data: the digest chain of the chain log, every bundle, the canonical chain, the rows of the projections ' +
    'against one another, frames and state by the rules that ingestion holds blocks to, and what nodes said of state against what ' +
    'blocks changed. Exits with 1 when something is wrong.',
})
export class CheckCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./check.js')).Check);
  }
}
