import { fileURLToPath } from 'node:url';
import { readForkSchedule } from '../definition/binding/fork-schedule.js';
import type { Projector } from '../event-store/projector.js';
import type { ForkSchedule } from '../kernel/chain/fork-schedule.js';
import { blockProjector } from '../projection/block/block.projector.js';
import { contractProjector } from '../projection/contract/contract.projector.js';
import { coverageProjector } from '../projection/coverage/coverage.projector.js';
import { frameProjector } from '../projection/frame/frame.projector.js';
import { logProjector } from '../projection/log/log.projector.js';
import { tokenProjector } from '../projection/token/token.projector.js';
import { transactionProjector } from '../projection/transaction/transaction.projector.js';
import { transferProjector } from '../projection/transfer/transfer.projector.js';

/** The definitions of this checkout, seen from the compiled file. */
const FORK_SCHEDULE = fileURLToPath(
  new URL('../../../definitions/bindings/fork-schedule.yaml', import.meta.url),
);

/** Which rules hold from when on. */
export function forkSchedule(): ForkSchedule {
  return readForkSchedule(FORK_SCHEDULE).schedule;
}

/** Every read model of the service. */
export function allProjectors(): Projector[] {
  return [
    blockProjector(forkSchedule()),
    transactionProjector,
    logProjector,
    frameProjector,
    transferProjector,
    tokenProjector,
    contractProjector,
    coverageProjector,
  ];
}
