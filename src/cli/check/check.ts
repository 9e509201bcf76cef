import { readDefinitions } from '../../definition/read-definitions.js';
import { contradictedReads } from '../../engine/store/contradicted-results.js';
import { checkLog } from '../../event-store/check-log.js';
import { readConfig } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { openDatabase } from '../../runtime/database/open-database.js';
import { ProgressMeter } from '../../runtime/progress/progress-meter.js';
import { chainKind, forkSchedule } from '../../runtime/projection/projectors.js';
import { missingIndexesNote } from '../text/missing-indexes-note.js';
import { checkProjections } from './check-projections.js';
import { checkState } from './check-state.js';

/** Runs `check`. */
export async function run(): Promise<void> {
  const config = readConfig(process.env);
  const { catalog, bindings } = readDefinitions(chainKind(config).isDemo);
  const database = await openDatabase(config, 'expect');
  try {
    const meter = new ProgressMeter('event log', 'events');
    const state = new ProgressMeter('state', 'blocks');
    // All from one snapshot: a service may be writing meanwhile.
    const problems = await inTransaction(
      database.pool,
      async (tx) => [
        ...(await checkLog(tx, (position, end) => meter.show(position, end))),
        ...(await checkProjections(tx)),
        ...(await checkState(tx, forkSchedule(config.forkTimes), (blocks, all) => state.show(blocks, all))),
        ...(await contradictedReads(tx, catalog, bindings)),
      ],
      { isolation: 'repeatable read' },
    );
    meter.end();
    state.end();
    if (problems.length > 0) process.exitCode = 1;
    console.log(problems.length === 0 ? 'everything holds' : problems.join('\n'));
    process.stdout.write(await missingIndexesNote(database.pool));
  } finally {
    await database.close();
  }
}
