import { Option, SubCommand } from 'nest-commander';
import { blockNumber } from '../command/block-number.js';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { CallExportOptions } from './call-export.js';

@SubCommand({
  name: 'export',
  arguments: '<address> <data>',
  argsDescription: { address: 'address of the contract', data: 'call data, 0x and hex digits' },
  description:
    'Executes a view call at the end of a block over state that a node proves. Writes one JSON file with ' +
    'everything that the call reads: header, trie nodes, codes, input and output. `verify` executes the call ' +
    'again. A node must still give account proofs for the block.',
})
export class CallExportCommand extends StrictCommand {
  run([address = '', data = '']: string[], options: CallExportOptions): Promise<void> {
    return runIn(async () => (await import('./call-export.js')).CallExport, address, data, options);
  }

  @Option({
    flags: '--block <block>',
    description: 'block at whose end the call runs; default: the newest stored block',
  })
  parseBlock(text: string): number {
    return blockNumber(text, '--block');
  }

  @Option({
    flags: '--checkpoint <root>',
    description:
      'root of a beacon block that you trust; light-client data of BEACON_URLS then shows that blocks too young for ' +
      'a header proof are final',
  })
  parseCheckpoint(root: string): string {
    return root;
  }

  @Option({ flags: '--out <file>', description: 'file to write' })
  parseOut(text: string): string {
    return text;
  }
}
