import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '../../platform/config/config.js';
import { NamePass } from '../../projection/name/name-pass.js';
import { ExclusiveDatabase } from '../database/exclusive-database.js';
import { chainKind } from '../settings/chain-kind.js';
import { nameRegistries } from './name-registries.js';

/** Empties the index of names and fills it again. */
export class RebuildNames extends Command<void> {}

@CommandHandler(RebuildNames)
export class RebuildNamesHandler implements ICommandHandler<RebuildNames> {
  constructor(
    private readonly config: Config,
    private readonly database: ExclusiveDatabase,
  ) {}

  async execute(): Promise<void> {
    const pool = await this.database.open();
    const pass = new NamePass(pool, nameRegistries(chainKind(this.config)));
    await pass.clear();
    await pass.run();
  }
}
