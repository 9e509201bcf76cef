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
    address: 'address with the attribute or relation',
    definition: 'id of the attribute or relation, such as asset:erc20',
  },
  description:
    'Writes the proof of a claim as one JSON file with everything needed to check it without this service, and a ' +
    'one-page report for people (.html) beside it. `verify` checks the file. Blocks come from the store, account ' +
    'proofs from the nodes.',
})
export class ProofExportCommand extends StrictCommand {
  run([address = '', definition = '']: string[], options: ExportOptions): Promise<void> {
    return runIn(async () => (await import('./proof-export.js')).ProofExport, address, definition, options);
  }

  @Option({ flags: '--counterpart <address>', description: 'the other address of a relation' })
  parseCounterpart(text: string): string {
    return requestedAddress(text, '--counterpart');
  }

  @Option({
    flags: '--block <block>',
    description: 'exports the claim at the end of this block; default: the newest evaluated block',
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

  @Option({
    flags: '--execute',
    description:
      'includes what a verifier needs to execute the transactions of call frames again, with proofs of the state ' +
      'before their block; names each frame for which this is not possible, so that it stays attested by a node',
  })
  parseExecute(): boolean {
    return true;
  }

  @Option({ flags: '--out <file>', description: 'file to write; the report gets its name, with .html' })
  parseOut(text: string): string {
    return text;
  }
}
