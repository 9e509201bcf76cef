import { Command, Option } from 'nest-commander';
import { blockNumber } from '../command/block-number.js';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { IngestOptions } from './ingest-blocks.js';

@Command({
  name: 'ingest',
  description:
    'Fetches, verifies and stores a range of blocks from RPC_URLS, such as a gap, and then ends. It also asks the ' +
    'nodes for state that claims need. Stored blocks stay as they are. Without --from it continues after the ' +
    'newest stored block, without --to it ends at the head of the node. Exits with 1 at a block that no node gives ' +
    'correctly; the blocks before it stay stored. Exits with 3 if no node gives call frames or state diffs, ' +
    'because stored blocks are not completed later.',
})
export class IngestCommand extends StrictCommand {
  run(_: string[], options: IngestOptions): Promise<void> {
    return runIn(async () => (await import('./ingest.js')).Ingest, options);
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
    flags: '--from-archive <path>',
    description:
      'stores the blocks of an .ere or .era1 file, or of all such files in a directory, with the proofs of their ' +
      'headers, instead of asking nodes; archives have no call frames and no state diffs',
  })
  parseFromArchive(text: string): string {
    return text;
  }

  @Option({
    flags: '--header-proofs',
    description:
      'stores no blocks; makes proofs that stored blocks since Capella belong to Ethereum mainnet, from BEACON_URLS, ' +
      'and keeps them',
  })
  parseHeaderProofs(): boolean {
    return true;
  }

  @Option({
    flags: '--workers <count>',
    description:
      'threads that fetch and verify blocks; default: the number of cores less one; 0 does everything in one thread',
  })
  parseWorkers(text: string): number {
    if (!/^\d{1,2}$/.test(text))
      throw new Error(`--workers must be a number from 0 to 99, and is ${JSON.stringify(text)}`);
    return Number(text);
  }

  @Option({
    flags: '--partial',
    description:
      'stores blocks even if no node gives their call frames or state diffs; they are not completed later',
  })
  parsePartial(): boolean {
    return true;
  }
}
