import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { readDefinitions } from '../../definition/read-definitions.js';
import { type Plan, planReevaluation } from '../../engine/reevaluation/plan.js';
import { ProjectionRunner } from '../../event-store/projection-runner.js';
import { Config } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { ExclusiveDatabase } from '../database/exclusive-database.js';
import { ProgressMeter } from '../progress/progress-meter.js';
import { allProjectors } from '../projection/projectors.js';
import { chainKind } from '../settings/chain-kind.js';

/** Evaluates history under the definitions of this checkout. The result is the plan that was carried out; undefined if they are served already. */
export class Reevaluate extends Command<Plan | undefined> {
  /** @param onPlan called before the work begins */
  constructor(readonly onPlan: (plan: Plan) => void) {
    super();
  }
}

@CommandHandler(Reevaluate)
export class ReevaluateHandler implements ICommandHandler<Reevaluate> {
  constructor(
    private readonly config: Config,
    private readonly database: ExclusiveDatabase,
  ) {}

  async execute({ onPlan }: Reevaluate): Promise<Plan | undefined> {
    const kind = chainKind(this.config);
    const { catalog, bindings } = readDefinitions(kind.isDemo);
    return this.database.write(async (pool, lease) => {
      const plan = await inTransaction(pool, (tx) => planReevaluation(tx, catalog, bindings));
      if (plan) onPlan(plan);
      const meter = new ProgressMeter('re-evaluating', 'events');
      const runner = new ProjectionRunner(pool, lease);
      const projectors = allProjectors(kind);
      const evaluation = projectors.find(({ name }) => name === 'evaluation')!;
      await runner.catchUpSources(evaluation, projectors);
      await runner.catchUp(
        evaluation,
        ({ position, end }) => meter.show(position, end),
        (what) => meter.tell(what),
      );
      meter.end();
      return plan;
    });
  }
}
