import { Command, Option } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { DigestOptions } from './digest.js';

@Command({
  name: 'digest',
  description:
    'Prints one digest over everything that is proven: every interval, every proof hash, and what is covered. Two databases that cover ' +
    'the same blocks by the same definitions print the same, whatever the order in which they came to it.',
})
export class DigestCommand extends StrictCommand {
  run(_: string[], options: DigestOptions): Promise<void> {
    return runIn(async () => (await import('./digest.js')).Digest, options);
  }

  @Option({
    flags: '--spans',
    description:
      'prints one for each 1,024 blocks instead, over the blocks and the claims that begin or end there, with a seal over all up to it: the first ' +
      'line that differs tells where two databases part',
  })
  parseSpans(): boolean {
    return true;
  }
}
