import { Command } from 'nest-commander';
import { evaluationProjector } from '../evaluation/evaluation.projector.js';
import { planReevaluation } from '../evaluation/reevaluation/plan.js';
import { ProjectionRunner } from '../event-store/projection-runner.js';
import { WriterLease } from '../event-store/writer-lease.js';
import { readConfig } from '../platform/config/config.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { readDefinitions } from './definitions.js';
import { openDatabase } from './open-database.js';
import { planText } from './plan-text.js';
import { ProgressMeter } from './progress-meter.js';
import { chainKind } from './projectors.js';
import { takeServiceLock } from './service-lock.js';
import { StrictCommand } from './strict-command.js';

/** The service must not be running: waiting for it would be waiting for long. */
const LEASE_WAIT_MS = 1_000;

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
    const release = await takeServiceLock(config);
    const database = await openDatabase(config, 'apply');
    try {
      const lease = await WriterLease.take(database.pool, LEASE_WAIT_MS);
      try {
        const { catalog, bindings } = definitions;
        const plan = await inTransaction(database.pool, (tx) => planReevaluation(tx, catalog, bindings));
        if (plan) console.log(`${planText(plan)}\n`);
        const meter = new ProgressMeter('re-evaluating', 'events');
        await new ProjectionRunner(database.pool, lease).catchUp(
          evaluationProjector({ ...definitions, firstBlock }),
          ({ position, end }) => meter.show(position, end),
          (what) => meter.tell(what),
        );
        meter.end();
        console.log(plan ? `definition set ${plan.next} is served` : 'these definitions are served already');
      } finally {
        lease.release();
      }
    } finally {
      await database.close();
      release();
    }
  }
}
