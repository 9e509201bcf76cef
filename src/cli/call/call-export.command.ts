import { Option, SubCommand } from 'nest-commander';
import { blockNumber } from '../command/block-number.js';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { CallExportOptions } from './call-export.js';

@SubCommand({
  name: 'export',
  arguments: '<address> <data>',
  argsDescription: { address: 'the contract', data: 'call data, 0x and hex digits' },
  description:
    'Executes a view call at the end of a block over state that a node proves, and writes it as one JSON file with all that the call reads: ' +
    'header, trie nodes, codes, input and output. `verify` executes it again. A node must still give account proofs of the block.',
})
export class CallExportCommand extends StrictCommand {
  run([address = '', data = '']: string[], options: CallExportOptions): Promise<void> {
    return runIn(async () => (await import('./call-export.js')).CallExport, address, data, options);
  }

  @Option({
    flags: '--block <block>',
    description: 'the call at the end of this block; default the newest stored',
  })
  parseBlock(text: string): number {
    return blockNumber(text, '--block');
  }

  @Option({
    flags: '--checkpoint <root>',
    description:
      'root of a beacon block from which a block too young for a proof is shown, by what BEACON_URLS give to light clients',
  })
  parseCheckpoint(root: string): string {
    return root;
  }

  @Option({ flags: '--out <file>', description: 'the file to write' })
  parseOut(text: string): string {
    return text;
  }
}
