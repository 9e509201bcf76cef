import { Option, SubCommand } from 'nest-commander';
import { requestedAddress } from '../../bundle/claim-options.js';
import { blockNumber } from '../command/block-number.js';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { ExportOptions } from './proof-export.js';

@SubCommand({
  name: 'export',
  arguments: '<address> <definition>',
  argsDescription: {
    address: 'whose attribute or relation it is',
    definition: 'id of the attribute or relation, such as asset:erc20',
  },
  description:
    'Writes the proof of a claim with everything that is needed to check it without this service, as one JSON file, and beside it a report ' +
    'of one page (.html) for people. `verify` checks the file. Blocks come from the store, account proofs from the nodes where they give them.',
})
export class ProofExportCommand extends StrictCommand {
  run([address = '', definition = '']: string[], options: ExportOptions): Promise<void> {
    return runIn(async () => (await import('./proof-export.js')).ProofExport, address, definition, options);
  }

  @Option({ flags: '--counterpart <address>', description: 'of a relation: the address it points at' })
  parseCounterpart(text: string): string {
    return requestedAddress(text, '--counterpart');
  }

  @Option({
    flags: '--block <block>',
    description: 'the claim as of the end of this block; default the highest evaluated',
  })
  parseBlock(text: string): number {
    return blockNumber(text, '--block');
  }

  @Option({
    flags: '--checkpoint <root>',
    description:
      'root of a beacon block from which blocks too young for a proof are shown, by what BEACON_URLS give to light clients',
  })
  parseCheckpoint(root: string): string {
    return root;
  }

  @Option({
    flags: '--execute',
    description:
      'executes the transactions whose call frames the proof rests on, over proofs of the state before their block, so that no node has to be believed; names the frames of which that is not possible',
  })
  parseExecute(): boolean {
    return true;
  }

  @Option({ flags: '--out <file>', description: 'the file to write; the report is named after it' })
  parseOut(text: string): string {
    return text;
  }
}
