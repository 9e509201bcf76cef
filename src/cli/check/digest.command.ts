import { Command, Option } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { DigestOptions } from './digest.js';

@Command({
  name: 'digest',
  description:
    'Prints one digest over everything that is proven: every interval, every proof hash and the coverage. Two ' +
    'databases with the same blocks and definitions print the same digest, whatever the order in which the blocks ' +
    'came.',
})
export class DigestCommand extends StrictCommand {
  run(_: string[], options: DigestOptions): Promise<void> {
    return runIn(async () => (await import('./digest.js')).Digest, options);
  }

  @Option({
    flags: '--spans',
    description:
      'prints a digest for each 1,024 blocks instead, over these blocks and the claims that begin or end in them, ' +
      'and a seal over all lines up to this one; the first digest that differs shows where two databases diverge',
  })
  parseSpans(): boolean {
    return true;
  }
}
