import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '../../platform/config/config.js';
import { follows } from '../../platform/config/role.js';
import { Logger } from '../../platform/log/logger.js';
import { OpenDatabase } from '../database/open-database.js';
import { awaitMissingIndexes, restoreMissingIndexes } from '../database/restore-indexes.js';
import { awaitProjections, catchUpProjections } from './catch-up.js';
import { Projectors } from './projectors.js';

/** Brings every projection to the end of the log and under the current definitions, and builds the indexes that are missing; or waits until a writer did. */
export class CatchUpProjections extends Command<void> {}

@CommandHandler(CatchUpProjections)
export class CatchUpProjectionsHandler implements ICommandHandler<CatchUpProjections> {
  constructor(
    private readonly database: OpenDatabase,
    private readonly projectors: Projectors,
    private readonly logger: Logger,
    private readonly config: Config,
  ) {}

  async execute(): Promise<void> {
    const { pool } = this.database;
    const say = (line: string) => this.logger.warn(`not answering yet: ${line}`);
    const isWriter = follows(this.config.role);
    await (isWriter ? catchUpProjections : awaitProjections)(pool, this.projectors.all, say);
    await (isWriter ? restoreMissingIndexes : awaitMissingIndexes)(pool, say);
  }
}
