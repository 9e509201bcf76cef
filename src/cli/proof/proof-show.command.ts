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
    address: 'whose attribute or relation it is',
    definition: 'id of the attribute or relation, such as asset:erc20',
  },
  description:
    'Prints the proof of a claim as it is hashed; with --set the one that carried it under other definitions.',
})
export class ProofShowCommand extends StrictCommand {
  async run([address = '', id = '']: string[], options: ShowOptions): Promise<void> {
    const subject = requestedAddress(address, '<address>');
    await runIn(async () => (await import('./proof-show.js')).ProofShow, subject, id, options);
  }

  @Option({ flags: '--counterpart <address>', description: 'of a relation: the address it points at' })
  parseCounterpart(text: string): string {
    return requestedAddress(text, '--counterpart');
  }

  @Option({
    flags: '--block <block>',
    description: 'the one that carried it at the end of this block; default now',
  })
  parseBlock(text: string): number {
    return blockNumber(text, '--block');
  }

  @Option({
    flags: '--set <digest>',
    description: 'beginning of the digest of a definition set; default the one served',
  })
  parseSet(text: string): string {
    return text;
  }
}
