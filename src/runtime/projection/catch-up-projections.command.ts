import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Logger } from '../../platform/log/logger.js';
import { OpenDatabase } from '../database/open-database.js';
import { restoreMissingIndexes } from '../database/restore-indexes.js';
import { catchUpProjections } from './catch-up.js';
import { Projectors } from './projectors.js';

/** Brings every projection to the end of the log and under the current definitions, and builds the indexes that are missing. */
export class CatchUpProjections extends Command<void> {}

@CommandHandler(CatchUpProjections)
export class CatchUpProjectionsHandler implements ICommandHandler<CatchUpProjections> {
  constructor(
    private readonly database: OpenDatabase,
    private readonly projectors: Projectors,
    private readonly logger: Logger,
  ) {}

  async execute(): Promise<void> {
    const { pool } = this.database;
    const say = (line: string) => this.logger.warn(`not answering yet: ${line}`);
    await catchUpProjections(pool, this.projectors.all, say);
    await restoreMissingIndexes(pool, say);
  }
}
