import { evaluationProjector } from '../evaluation/evaluation.projector.js';
import { planReevaluation } from '../evaluation/reevaluation/plan.js';
import { ProjectionRunner } from '../event-store/projection-runner.js';
import { readConfig } from '../platform/config/config.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { readDefinitions } from './definitions.js';
import { planText } from './plan-text.js';
import { ProgressMeter } from './progress-meter.js';
import { chainKind } from './projectors.js';
import { asOnlyWriter } from './with-service-stopped.js';

/** Runs `reevaluate`. */
export async function run(): Promise<void> {
  const config = readConfig(process.env);
  const { firstBlock, isDemo } = chainKind(config);
  const definitions = readDefinitions(isDemo);
  await asOnlyWriter(config, async (pool, lease) => {
    const { catalog, bindings } = definitions;
    const plan = await inTransaction(pool, (tx) => planReevaluation(tx, catalog, bindings));
    if (plan) console.log(`${planText(plan)}\n`);
    const meter = new ProgressMeter('re-evaluating', 'events');
    await new ProjectionRunner(pool, lease).catchUp(
      evaluationProjector({ ...definitions, firstBlock }),
      ({ position, end }) => meter.show(position, end),
      (what) => meter.tell(what),
    );
    meter.end();
    console.log(plan ? `definition set ${plan.next} is served` : 'these definitions are served already');
  });
}
