import { Global, Module } from '@nestjs/common';
import { Pool } from 'pg';
import { OwnServers } from '../../api/operation/own-servers.js';
import { ReadinessChecks } from '../../api/operation/readiness-checks.js';
import { Config } from '../../platform/config/config.js';
import { answers, follows } from '../../platform/config/role.js';
import { AccessModule } from '../access/access.module.js';
import { Chain } from '../chain/chain.js';
import { ChainModule } from '../chain/chain.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { DatabaseReadiness } from '../database/database-readiness.js';
import { OpenDatabase } from '../database/open-database.js';
import { StandbyReadiness } from '../database/standby-readiness.js';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { EvaluatorReadiness } from '../evaluation/evaluator-readiness.js';
import { FetcherReadiness } from '../fetching/fetcher-readiness.js';
import { FetchingModule } from '../fetching/fetching.module.js';
import { GraphModule } from '../graph/graph.module.js';
import { OpenGraph } from '../graph/open-graph.js';
import { ChainHeadReadiness, LAG_BLOCKS } from '../ingestion/chain-head-readiness.js';
import { IngestionModule } from '../ingestion/ingestion.module.js';
import { PreflightModule } from '../preflight/preflight.module.js';
import { logReaders } from '../projection/projectors.js';
import { chainKind } from '../settings/chain-kind.js';
import { VitalServers } from './vital-servers.js';

/** What the API is given by the parts of the running service. */
@Global()
@Module({
  imports: [
    PreflightModule,
    DatabaseModule,
    ChainModule,
    IngestionModule,
    EvaluationModule,
    FetchingModule,
    GraphModule,
    AccessModule,
  ],
  providers: [
    {
      provide: VitalServers,
      inject: [OpenDatabase, Chain],
      useFactory: ({ kept }: OpenDatabase, { demo }: Chain) =>
        new VitalServers([kept, demo?.chain.kept].flatMap((one) => one ?? [])),
    },
    {
      provide: OwnServers,
      inject: [VitalServers],
      useFactory: (vital: VitalServers) => new OwnServers(() => vital.away()),
    },
    {
      provide: DatabaseReadiness,
      inject: [Config, Pool],
      useFactory: (config: Config, pool: Pool) =>
        new DatabaseReadiness(pool, answers(config.role) ? logReaders(chainKind(config)) : []),
    },
    {
      provide: ReadinessChecks,
      inject: [
        Config,
        DatabaseReadiness,
        StandbyReadiness,
        ChainHeadReadiness,
        EvaluatorReadiness,
        FetcherReadiness,
        OpenGraph,
      ],
      useFactory: (
        { role }: Config,
        database: DatabaseReadiness,
        standby: StandbyReadiness | undefined,
        head: ChainHeadReadiness,
        evaluator: EvaluatorReadiness | undefined,
        fetcher: FetcherReadiness | undefined,
        graph: OpenGraph,
      ) =>
        new ReadinessChecks([
          database,
          ...(standby ? [standby] : []),
          ...(follows(role) || answers(role) ? [head] : []),
          ...(evaluator ? [evaluator] : []),
          ...(fetcher ? [fetcher] : []),
          ...graph.readiness(LAG_BLOCKS),
        ]),
    },
  ],
  exports: [
    ...[PreflightModule, DatabaseModule, GraphModule, AccessModule],
    ...[VitalServers, OwnServers, ReadinessChecks],
  ],
})
export class ServicePartsModule {}
