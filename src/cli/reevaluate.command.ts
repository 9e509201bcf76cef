import { Command } from 'nest-commander';
import { evaluationProjector } from '../evaluation/evaluation.projector.js';
import { planReevaluation } from '../evaluation/reevaluation/plan.js';
import { ProjectionRunner } from '../event-store/projection-runner.js';
import { readConfig } from '../platform/config/config.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { readDefinitions } from './definitions.js';
import { planText } from './plan-text.js';
import { ProgressMeter } from './progress-meter.js';
import { chainKind } from './projectors.js';
import { StrictCommand } from './strict-command.js';
import { asOnlyWriter } from './with-service-stopped.js';

@Command({
  name: 'reevaluate',
  description:
    'Brings history under the definitions and registries of this checkout, and serves it when it is through; what was said under the old ones ' +
    'stays readable (`history --set`, `proof show --set`). A run that is broken off goes on where it was. The service must not be running; ' +
    'its next start does the same.',
})
export class ReevaluateCommand extends StrictCommand {
  async run(): Promise<void> {
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
}
