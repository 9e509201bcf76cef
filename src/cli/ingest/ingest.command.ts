import { Command, Option } from 'nest-commander';
import { blockNumber } from '../command/block-number.js';
import { StrictCommand } from '../command/strict-command.js';
import type { IngestOptions } from './ingest.js';

@Command({
  name: 'ingest',
  description:
    'Fetches, verifies and stores a range of blocks from RPC_URLS, asks the nodes what judging them needs to know about state, then ends: ' +
    'the way to fill gaps. Blocks already stored are left as they are. Without --from it continues after the stored head, without ' +
    "--to it goes up to the node's head. Exits with 1 at a block that no node gives acceptably; what was stored before it stays. Exits " +
    'with 3 where nodes do not give call frames or state diffs, as a stored block is not completed later.',
})
export class IngestCommand extends StrictCommand {
  async run(parameters: string[], options: IngestOptions): Promise<void> {
    await (await import('./ingest.js')).run(parameters, options);
  }

  @Option({ flags: '--from <block>', description: 'first block of the range' })
  parseFrom(text: string): number {
    return blockNumber(text, '--from');
  }

  @Option({ flags: '--to <block>', description: 'last block of the range' })
  parseTo(text: string): number {
    return blockNumber(text, '--to');
  }

  @Option({
    flags: '--partial',
    description: 'stores blocks for good without the call frames or state diffs that nodes do not give',
  })
  parsePartial(): boolean {
    return true;
  }
}
