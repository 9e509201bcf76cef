import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { EVALUATOR_SESSION } from '../../event-store/silent-sessions.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/log/logger.js';
import { createPool } from '../../platform/postgres/pool.js';
import { Publication, publishOf } from '../../platform/postgres/publication.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { chainRules } from '../projection/chain-rules.js';
import { ProjectionModule } from '../projection/projection.module.js';
import { EVALUATING, forkSchedule, Projectors } from '../projection/projectors.js';
import { chainKind } from '../settings/chain-kind.js';
import { Evaluator } from './evaluator.js';
import { EvaluatorReadiness } from './evaluator-readiness.js';

/** Longer than the time between two statements. A frozen process keeps its writer waiting for so long. */
const SILENCE_MS = 60_000;

/** The evaluator of a process with `ROLE=evaluate`; absent in others. */
@Module({
  imports: [DatabaseModule, ProjectionModule],
  providers: [
    {
      provide: Evaluator,
      inject: [Config, OpenDatabase, Projectors, Logger, StartedParts],
      useFactory: evaluatorOf,
    },
    {
      provide: EvaluatorReadiness,
      inject: [Evaluator],
      useFactory: (evaluator: Evaluator | undefined) => evaluator && new EvaluatorReadiness(evaluator),
    },
  ],
  exports: [EvaluatorReadiness],
})
export class EvaluationModule implements OnApplicationBootstrap {
  constructor(private readonly evaluator: Evaluator) {}

  onApplicationBootstrap(): void {
    this.evaluator?.start();
  }
}

function evaluatorOf(
  config: Config,
  { url }: OpenDatabase,
  { all }: Projectors,
  logger: Logger,
  parts: StartedParts,
): Evaluator | undefined {
  if (config.role !== 'evaluate') return undefined;
  const settings = { applicationName: EVALUATOR_SESSION, statementTimeoutMs: 0, max: 1 };
  const evaluating = createPool(url, { ...settings, replans: true, silenceTimeoutMs: SILENCE_MS });
  const log = createPool(url, { ...settings, silenceTimeoutMs: SILENCE_MS });
  const publication = config.distributed && new Publication(url);
  if (publication) publishOf(evaluating, publication);
  parts.add(async () => {
    await Promise.all([evaluating.end(), log.end(), publication?.close()]);
  });
  const projectors = all.filter(({ name }) => EVALUATING.has(name));
  const { firstBlock, forkTimes } = chainKind(config);
  const rules = chainRules(forkSchedule(forkTimes), firstBlock);
  const evaluator = new Evaluator(
    { evaluating, log },
    { projectors, rules },
    {
      onReady: () => logger.info('evaluates for the process that writes'),
      onEvaluated: (position) => logger.info(`evaluated ${position} events of the log`),
      onFailure: (failure) =>
        failure === undefined ? logger.info('evaluates again') : logger.error(`evaluation: ${failure}`),
    },
  );
  parts.add(() => evaluator.stop());
  return evaluator;
}
