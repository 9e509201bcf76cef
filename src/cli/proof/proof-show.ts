import { Module } from '@nestjs/common';
import { ClaimsOfSetReader } from '../../claims/claims-of-set.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { Config } from '../../platform/config/config.js';
import { WholeDatabase } from '../../runtime/projection/whole-database.js';
import { CommandModule } from '../command/command.module.js';
import { noteNetwork } from '../text/network-note.js';
import { requestedSet } from './requested-set.js';

export interface ShowOptions {
  readonly counterpart?: Address;
  readonly block?: number;
  readonly set?: string;
}

/** `proof show`. */
@Module({ imports: [CommandModule], providers: [WholeDatabase] })
export class ProofShow {
  constructor(
    private readonly config: Config,
    private readonly database: WholeDatabase,
  ) {}

  async run(subject: Address, id: string, { counterpart, block, set }: ShowOptions): Promise<void> {
    noteNetwork(this.config);
    const pool = await this.database.open();
    const reader = new ClaimsOfSetReader(pool);
    const chosen = await requestedSet(reader, set);
    const isCovered = await reader.isCovered(chosen.id, id, block);
    if (isCovered === undefined) throw new Error(`definition set ${chosen.digest} has no definition ${id}`);
    if (block !== undefined && !isCovered)
      throw new Error(
        `block ${block} lies in a gap or above the highest evaluated: ${id} is not evaluated there under definition set ${chosen.digest}`,
      );
    const carrying = (await reader.segmentsOf(chosen.id, subject))
      .filter((segment) => segment.id === id)
      .filter((segment) => counterpart === undefined || segment.counterpart === counterpart)
      .filter(({ startBlock, endBlock }) =>
        block === undefined ? endBlock === null : startBlock <= block && (endBlock ?? block) >= block,
      );
    const found = carrying[carrying.length - 1];
    if (!found)
      throw new Error(
        `${id} of ${subject} is not proven ${block === undefined ? 'now' : `at block ${block}`} under definition set ${chosen.digest}`,
      );
    const proof = { ...JSON.parse(found.proof), proofHash: `sha256:${found.proofHash.slice(2)}` };
    console.log(JSON.stringify(proof, null, 2));
  }
}
