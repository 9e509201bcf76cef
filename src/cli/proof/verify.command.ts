import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'verify',
  arguments: '<bundle>',
  argsDescription: { bundle: 'a file that `proof export` wrote' },
  description:
    'Checks a proof bundle with nothing but the bundle, as `chainproof-verify` does: V1 the hashes, V2 definitions and stated facts, V3 the ' +
    'evidence, V4 its inclusion in blocks. Exits with 11 to 14 for the lowest level that does not hold, with 10 for what is no bundle.',
})
export class VerifyCommand extends StrictCommand {
  async run(parameters: string[]): Promise<void> {
    await (await import('./verify.js')).run(parameters);
  }
}
