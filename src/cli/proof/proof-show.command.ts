import { Option, SubCommand } from 'nest-commander';
import { requestedAddress } from '../../bundle/claim-options.js';
import { blockNumber } from '../command/block-number.js';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { ShowOptions } from './proof-show.js';

@SubCommand({
  name: 'show',
  arguments: '<address> <definition>',
  argsDescription: {
    address: 'address with the attribute or relation',
    definition: 'id of the attribute or relation, such as asset:erc20',
  },
  description: 'Prints the hashed record of a proof, and its hash, as indented JSON.',
})
export class ProofShowCommand extends StrictCommand {
  async run([address = '', id = '']: string[], options: ShowOptions): Promise<void> {
    const subject = requestedAddress(address, '<address>');
    await runIn(async () => (await import('./proof-show.js')).ProofShow, subject, id, options);
  }

  @Option({ flags: '--counterpart <address>', description: 'the other address of a relation' })
  parseCounterpart(text: string): string {
    return requestedAddress(text, '--counterpart');
  }

  @Option({
    flags: '--block <block>',
    description: 'shows the proof that held at the end of this block; default: the current one',
  })
  parseBlock(text: string): number {
    return blockNumber(text, '--block');
  }

  @Option({
    flags: '--set <digest>',
    description: 'a definition set, by the beginning of its digest; default: the one that is served',
  })
  parseSet(text: string): string {
    return text;
  }
}
