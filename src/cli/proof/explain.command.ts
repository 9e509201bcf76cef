import { Command, Option } from 'nest-commander';
import { blockNumber } from '../command/block-number.js';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { ExplainOptions } from './explain.js';

@Command({
  name: 'explain',
  arguments: '<address> <definition>',
  argsDescription: {
    address: 'address with the attribute or relation',
    definition: 'id of the attribute or relation, such as asset:erc20',
  },
  description:
    'Explains why a claim is proven, not proven or undecided: every family and every check, with the expected and ' +
    'the observed value.',
})
export class ExplainCommand extends StrictCommand {
  run([address = '', id = '']: string[], options: ExplainOptions): Promise<void> {
    return runIn(async () => (await import('./explain.js')).Explain, address, id, options);
  }

  @Option({
    flags: '--block <block>',
    description: 'explains the claim at the end of this block; default: the newest evaluated block',
  })
  parseBlock(text: string): number {
    return blockNumber(text, '--block');
  }
}
