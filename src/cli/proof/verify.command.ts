import { Command, Option } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';
import type { VerifyOptions } from './verify.js';

@Command({
  name: 'verify',
  arguments: '<bundle>',
  argsDescription: { bundle: 'a file that `proof export` or `call export` wrote' },
  description:
    'Checks a bundle and reads nothing else, as `chainproof-verify` does. V1: the hashes. V2: definitions and ' +
    'stated facts. V3: the evidence. V4: its inclusion in blocks. V5: the log that you name has the claim. V6: the blocks ' +
    'are those of Ethereum mainnet. Exits with 11 to 16 for the lowest level that fails, 10 if the file is not a ' +
    'bundle, 17 if a named node has another block, and 18 if a block could not be compared.',
})
export class VerifyCommand extends StrictCommand {
  async run(parameters: string[], options: VerifyOptions): Promise<void> {
    await (await import('./verify.js')).run(parameters, options);
  }

  @Option({
    flags: '--log <key>',
    description:
      'public key (name+hash+key) of a log that must have the claim, or a file with that key or with a tlog-policy',
  })
  parseLog(text: string): string {
    return text;
  }

  @Option({
    flags: '--checkpoint <root>',
    description:
      'root of a beacon block that you trust; sync committees lead from it to recent blocks, and V6 fails if it is not shown',
  })
  parseCheckpoint(root: string): string {
    return root;
  }

  @Option({
    flags: '--rpc <url>',
    description: 'an execution node of yours that must have the blocks of the bundle',
  })
  parseRpc(url: string): string {
    return url;
  }

  @Option({
    flags: '--beacon <url>',
    description: 'a beacon node of yours that must have the blocks of the bundle',
  })
  parseBeacon(url: string): string {
    return url;
  }
}
