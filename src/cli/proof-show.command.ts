import { Option, SubCommand } from 'nest-commander';
import { readConfig } from '../platform/config/config.js';
import { ClaimsOfSetReader } from '../projection/history/claims-of-set.reader.js';
import { blockNumber } from './block-number.js';
import { requestedAddress } from './claim-options.js';
import { noteNetwork } from './network-note.js';
import { openDatabase } from './open-database.js';
import { requestedSet } from './requested-set.js';
import { StrictCommand } from './strict-command.js';

interface ShowOptions {
  readonly counterpart?: string;
  readonly block?: number;
  readonly set?: string;
}

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
  async run([address = '', id = '']: string[], { counterpart, block, set }: ShowOptions): Promise<void> {
    const subject = requestedAddress(address, '<address>');
    const config = readConfig(process.env);
    noteNetwork(config);
    const database = await openDatabase(config, 'expect');
    try {
      const reader = new ClaimsOfSetReader(database.pool);
      const chosen = await requestedSet(reader, set);
      const carrying = (await reader.segmentsOf(chosen.id, subject))
        .filter((segment) => segment.id === id)
        .filter((segment) => counterpart === undefined || segment.counterpart === counterpart)
        .filter(({ startBlock, endBlock }) =>
          block === undefined ? endBlock === null : startBlock <= block && (endBlock ?? block) >= block,
        );
      const found = carrying[carrying.length - 1];
      if (!found)
        throw new Error(`${id} was not proven of ${subject} there under definition set ${chosen.digest}`);
      console.log(
        JSON.stringify(
          { ...JSON.parse(found.proof), proofHash: `sha256:${found.proofHash.slice(2)}` },
          null,
          2,
        ),
      );
    } finally {
      await database.close();
    }
  }

  @Option({ flags: '--counterpart <address>', description: 'of a relation: whom it points at' })
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
