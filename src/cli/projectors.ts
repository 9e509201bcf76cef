import { readForkSchedule } from '../definition/binding/fork-schedule.js';
import type { Projector } from '../event-store/projector.js';
import { blockProjector } from '../projection/block/block.projector.js';
import { coverageProjector } from '../projection/coverage/coverage.projector.js';
import { frameProjector } from '../projection/frame/frame.projector.js';
import { logProjector } from '../projection/log/log.projector.js';
import { transactionProjector } from '../projection/transaction/transaction.projector.js';

/** Every read model of the service. */
export function allProjectors(): Projector[] {
  return [blockProjector(readForkSchedule()), transactionProjector, logProjector, frameProjector, coverageProjector];
}
