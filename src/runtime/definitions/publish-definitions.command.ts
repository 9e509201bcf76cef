import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { readDefinitions } from '../../definition/read-definitions.js';
import { type Plan, planReevaluation } from '../../engine/reevaluation/plan.js';
import { Config } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { Database } from '../database/database.js';
import { chainKind } from '../settings/chain-kind.js';

/** Makes the definitions of this checkout known to the database. The result is undefined if they are served already. */
export class PublishDefinitions extends Command<Plan | undefined> {}

@CommandHandler(PublishDefinitions)
export class PublishDefinitionsHandler implements ICommandHandler<PublishDefinitions> {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  async execute(): Promise<Plan | undefined> {
    const { catalog, bindings } = readDefinitions(chainKind(this.config).isDemo);
    const { pool } = await this.database.open('expect');
    return inTransaction(pool, (tx) => planReevaluation(tx, catalog, bindings));
  }
}
