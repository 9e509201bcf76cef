import { Injectable, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { serviceUnavailable } from '../../api/refusal/record-refusals.js';
import { Config } from '../../platform/config/config.js';
import { NotWhole, readWhole } from '../../platform/postgres/distributed/read-whole.js';

/**
 * Where nodes of a cluster have the rows, makes every answer from one moment: each node has a snapshot of its
 * own.
 */
@Injectable()
export class WholeAnswers implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly pool: Pool,
    private readonly queries: QueryBus,
  ) {}

  onModuleInit(): void {
    if (this.config.distributed === undefined) return;
    const { pool, queries } = this;
    const execute = queries.execute.bind(queries) as (query: object) => Promise<unknown>;
    const executeWhole = (query: object): Promise<unknown> =>
      readWhole(pool, () => execute(query)).catch((error: unknown) => {
        throw error instanceof NotWhole ? serviceUnavailable() : error;
      });
    Object.assign(queries, { execute: executeWhole });
  }
}
