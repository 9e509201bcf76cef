import { Command, Option } from 'nest-commander';
import { blockNumber } from '../command/block-number.js';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { IngestOptions } from './ingest-blocks.js';

@Command({
  name: 'ingest',
  description:
    'Fetches, verifies and stores a range of blocks from RPC_URLS, asks the nodes what evaluating them needs to know about state, then ends: ' +
    'the way to fill gaps. Blocks already stored are left as they are. Without --from it continues after the stored head, without ' +
    "--to it goes up to the node's head. Exits with 1 at a block that no node gives acceptably; what was stored before it stays. Exits " +
    'with 3 where nodes do not give call frames or state diffs, as a stored block is not completed later.',
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
      'stores blocks of an .ere or .era1 file, or of those of a directory, and the proofs of their headers, in place of asking nodes; ' +
      'archives have neither call frames nor state diffs',
  })
  parseFromArchive(text: string): string {
    return text;
  }

  @Option({
    flags: '--header-proofs',
    description:
      'makes and keeps proofs that stored blocks since Capella are of Ethereum mainnet, from BEACON_URLS, and stores no block',
  })
  parseHeaderProofs(): boolean {
    return true;
  }

  @Option({
    flags: '--workers <count>',
    description:
      'threads that fetch and verify blocks (default: one per core but one); 0 does it all in one thread',
  })
  parseWorkers(text: string): number {
    if (!/^\d{1,2}$/.test(text))
      throw new Error(`--workers must be a number from 0 to 99, and is ${JSON.stringify(text)}`);
    return Number(text);
  }

  @Option({
    flags: '--partial',
    description: 'stores blocks for good without the call frames or state diffs that nodes do not give',
  })
  parsePartial(): boolean {
    return true;
  }
}
