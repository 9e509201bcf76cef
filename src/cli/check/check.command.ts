import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'check',
  description:
    'Checks the stored data: the digest chain of the chain log, every bundle, the canonical chain, and the rows of ' +
    'the projections against one another. Applies the rules of ingestion to stored frames and state, and compares ' +
    'what nodes said about state with the state changes of blocks. Exits with 1 if something is wrong.',
})
export class CheckCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./check.js')).Check);
  }
}
