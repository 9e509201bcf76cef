import { readDefinitions } from '../../definition/read-definitions.js';
import { evaluationProjector } from '../../engine/engine.projector.js';
import { planReevaluation } from '../../engine/reevaluation/plan.js';
import { ProjectionRunner } from '../../event-store/projection-runner.js';
import { readConfig } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { asOnlyWriter } from '../../runtime/database/with-service-stopped.js';
import { ProgressMeter } from '../../runtime/progress/progress-meter.js';
import { chainKind } from '../../runtime/projection/projectors.js';
import { planText } from './plan-text.js';

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
