import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { LogPolicy } from '../../tlog/log-policy.js';
import { type Cosigned, cosignCheckpoint } from '../../transparency/cosign-checkpoint.js';
import { Database } from '../database/database.js';

/** Has the newest checkpoint cosigned. The result is undefined where nothing is signed yet. */
export class CosignLog extends Command<Cosigned | undefined> {
  constructor(readonly policy: LogPolicy) {
    super();
  }
}

@CommandHandler(CosignLog)
export class CosignLogHandler implements ICommandHandler<CosignLog> {
  constructor(private readonly database: Database) {}

  async execute({ policy }: CosignLog): Promise<Cosigned | undefined> {
    const { pool } = await this.database.open('expect');
    return cosignCheckpoint(pool, policy);
  }
}
