import { Command, Option } from 'nest-commander';
import { blockNumber } from '../command/block-number.js';
import { StrictCommand } from '../command/strict-command.js';
import type { ExplainOptions } from './explain.js';

@Command({
  name: 'explain',
  arguments: '<address> <definition>',
  argsDescription: {
    address: 'whose attribute or relation it is',
    definition: 'id of the attribute or relation, such as asset:erc20',
  },
  description:
    'Explains why a claim is proven, not proven or undecided: every family, every check, its expected and its observed value.',
})
export class ExplainCommand extends StrictCommand {
  async run(parameters: string[], options: ExplainOptions): Promise<void> {
    await (await import('./explain.js')).run(parameters, options);
  }

  @Option({
    flags: '--block <block>',
    description: 'as of the end of this block; default the highest evaluated',
  })
  parseBlock(text: string): number {
    return blockNumber(text, '--block');
  }
}
