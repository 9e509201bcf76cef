import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../runtime/database/database.js';
import { restoreMissingIndexes } from '../../runtime/database/restore-indexes.js';
import { catchUpProjections } from '../../runtime/projection/catch-up.js';
import { allProjectors } from '../../runtime/projection/projectors.js';
import { chainKind } from '../../runtime/settings/chain-kind.js';
import { CommandModule } from '../command/command.module.js';

const say = (line: string): void => console.error(line);

/** `migrate`. */
@Module({ imports: [CommandModule] })
export class Migrate {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  async run(): Promise<void> {
    const { migrated, pool } = await this.database.open('apply', say);
    console.log(migrated.length > 0 ? `applied: ${migrated.join(', ')}` : 'nothing to apply');
    await catchUpProjections(pool, allProjectors(chainKind(this.config)), say);
    await restoreMissingIndexes(pool, say);
  }
}
