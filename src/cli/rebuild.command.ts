import { Command } from 'nest-commander';
import { ProjectionRunner } from '../event-store/projection-runner.js';
import { WriterLease } from '../event-store/writer-lease.js';
import { readConfig } from '../platform/config/config.js';
import { openDatabase } from './open-database.js';
import { ProgressMeter } from './progress-meter.js';
import { allProjectors, chainKind } from './projectors.js';
import { rebuildGraph } from './rebuild-graph.js';
import { rebuildNames } from './rebuild-names.js';
import { takeServiceLock } from './service-lock.js';
import { StrictCommand } from './strict-command.js';

/** The service must not be running: waiting for it would be waiting for long. */
const LEASE_WAIT_MS = 1_000;

@Command({
  name: 'rebuild',
  arguments: '<projection>',
  argsDescription: { projection: 'its name; a wrong one is answered with all there are' },
  description:
    'Empties a projection and folds the whole event log into it again; `name` is the texts addresses are found by, `graph` what Neo4j holds. The service must not be running.',
})
export class RebuildCommand extends StrictCommand {
  async run([name]: string[]): Promise<void> {
    const config = readConfig(process.env);
    if (name === 'graph') return rebuildGraph(config);
    if (name === 'name') return rebuildNames(config);
    const projectors = allProjectors(chainKind(config));
    const projector = projectors.find((one) => one.name === name);
    if (!projector)
      throw new Error(
        `there is no projection ${name}: choose one of ${[...projectors.map((one) => one.name), 'name', 'graph'].join(', ')}`,
      );
    // The lease keeps writers out; a service whose node is away holds none, and would answer from a half-empty table.
    const release = await takeServiceLock(config);
    const database = await openDatabase(config, 'apply');
    try {
      const lease = await WriterLease.take(database.pool, LEASE_WAIT_MS);
      try {
        const meter = new ProgressMeter(`rebuilding ${projector.name}`, 'events');
        const runner = new ProjectionRunner(database.pool, lease);
        // One may rest on the tables of those before it: half of them would be folded for good.
        for (const earlier of projectors.slice(0, projectors.indexOf(projector)))
          await runner.catchUp(earlier);
        await runner.rebuild(projector, ({ position, end }) => meter.show(position, end));
        console.log(`${projector.name} is rebuilt`);
      } finally {
        lease.release();
      }
    } finally {
      await database.close();
      release();
    }
  }
}
