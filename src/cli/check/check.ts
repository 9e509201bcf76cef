import { Module } from '@nestjs/common';
import { readDefinitions } from '../../definition/read-definitions.js';
import { contradictedReads } from '../../engine/store/contradicted-results.js';
import { checkBeginning } from '../../event-store/check-beginning.js';
import { checkLog } from '../../event-store/check-log.js';
import { Config } from '../../platform/config/config.js';
import { findWhole, type Look } from '../../platform/postgres/distributed/find-whole.js';
import { Database } from '../../runtime/database/database.js';
import { ProgressMeter } from '../../runtime/progress/progress-meter.js';
import { forkSchedule } from '../../runtime/projection/projectors.js';
import { chainKind } from '../../runtime/settings/chain-kind.js';
import { CommandModule } from '../command/command.module.js';
import { missingIndexesNote } from '../text/missing-indexes-note.js';
import { checkProjections } from './check-projections.js';
import { checkState } from './check-state.js';

/** `check`. */
@Module({ imports: [CommandModule] })
export class Check {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  async run(): Promise<void> {
    const { isDemo, firstBlock } = chainKind(this.config);
    const { catalog, bindings } = readDefinitions(isDemo);
    const { pool } = await this.database.open('expect');
    const meter = new ProgressMeter('chain log', 'events');
    const rows = new ProgressMeter('rows', 'queries');
    const state = new ProgressMeter('state', 'blocks');
    const schedule = forkSchedule(this.config.forkTimes);
    // Runs each query in a snapshot of its own, because a service may be writing.
    const look: Look = (find) => findWhole(pool, find);
    const problems = [
      ...(await checkLog(pool, (position, end) => meter.show(position, end), look)),
      ...(await checkBeginning(pool, firstBlock)),
      ...(await checkProjections(pool, look, (done, all) => rows.show(done, all))),
      ...(await checkState(pool, schedule, (blocks, all) => state.show(blocks, all), look)),
      ...(await look((tx) => contradictedReads(tx, catalog, bindings))),
    ];
    for (const one of [meter, rows, state]) one.end();
    if (problems.length > 0) process.exitCode = 1;
    console.log(problems.length === 0 ? 'everything holds' : problems.join('\n'));
    process.stdout.write(await missingIndexesNote(pool));
  }
}
