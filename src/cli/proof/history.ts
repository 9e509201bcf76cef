import { Module } from '@nestjs/common';
import { ClaimsOfSetReader } from '../../claims/claims-of-set.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { Config } from '../../platform/config/config.js';
import { WholeDatabase } from '../../runtime/projection/whole-database.js';
import { CommandModule } from '../command/command.module.js';
import { noteNetwork } from '../text/network-note.js';
import { textTable } from '../text/text-table.js';
import { requestedSet } from './requested-set.js';

export interface HistoryOptions {
  readonly set?: string;
}

/** `history`. */
@Module({ imports: [CommandModule], providers: [WholeDatabase] })
export class History {
  constructor(
    private readonly config: Config,
    private readonly database: WholeDatabase,
  ) {}

  async run(subject: Address, options: HistoryOptions): Promise<void> {
    noteNetwork(this.config);
    const pool = await this.database.open();
    const reader = new ClaimsOfSetReader(pool);
    const set = await requestedSet(reader, options.set);
    const rows = (await reader.segmentsOf(set.id, subject)).map((segment) => [
      segment.id,
      segment.counterpart ?? '',
      `${segment.startBlock}`,
      segment.endBlock === null ? 'on' : `${segment.endBlock}`,
      segment.value ?? '',
      `sha256:${segment.proofHash.slice(2)}`,
    ]);
    console.log(`definition set ${set.digest}${set.isServed ? ', served' : ''}\n`);
    console.log(
      rows.length === 0
        ? 'nothing was proven of it'
        : textTable(['claim', 'counterpart', 'from', 'to', 'value', 'proof'], rows),
    );
  }
}
