import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ChainLog } from '../../event-store/chain-log.js';
import { ProjectionRunner } from '../../event-store/projection-runner.js';
import type { Projector } from '../../event-store/projector.js';
import { isLeaseHeld, type WriterLease } from '../../event-store/writer-lease.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { asWriter, untilDone } from '../database/as-writer.js';
import { ProgressMeter } from '../progress/progress-meter.js';
import { EVALUATING, EVALUATING_BEHIND } from './projectors.js';

const LOOK_MS = 500;

/**
 * Brings every projection to the end of the log and to the current definitions, so that no answer comes from partial data: after an
 * interrupted rebuild or re-evaluation, or for a new projection. While another process writes, it waits for that one to do so. `say` gets
 * messages about long work.
 */
export function catchUpProjections(
  pool: Pool,
  projectors: readonly Projector[],
  say: (line: string) => void,
): Promise<void> {
  const work = {
    find: async () => behindTheLog(pool, projectors, await isWritten(pool)),
    describe: (behind: readonly Projector[]) => `behind the chain log: ${namesOf(behind)}`,
    async work(behind: readonly Projector[], lease: WriterLease): Promise<void> {
      const runner = new ProjectionRunner(pool, lease);
      for (const projector of behind) await catchUp(runner, projector);
    },
  };
  return asWriter(pool, work, say);
}

/** Waits until another process has brought every projection there. Writes nothing. */
export function awaitProjections(
  pool: Pool,
  projectors: readonly Projector[],
  say: (line: string) => void,
): Promise<void> {
  const wait = {
    find: () => behindTheLog(pool, projectors, true),
    describe: (behind: readonly Projector[]) =>
      `behind the chain log: ${namesOf(behind)}: waiting for the process that writes`,
  };
  return untilDone(wait, say);
}

const namesOf = (projectors: readonly Projector[]): string => projectors.map(({ name }) => name).join(', ');

/** Whether another process writes. PostgreSQL holds the lease of a process that has just ended a moment longer. */
async function isWritten(pool: Pool): Promise<boolean> {
  if (!(await isLeaseHeld(pool))) return false;
  await setTimeout(LOOK_MS);
  return isLeaseHeld(pool);
}

/** @param hasWriter another process writes: projectors that evaluate may follow it closely */
async function behindTheLog(
  pool: Pool,
  projectors: readonly Projector[],
  hasWriter: boolean,
): Promise<Projector[]> {
  // The end first: events that are appended in between move the checkpoints with them.
  const end = await new ChainLog(pool).end();
  const { rows } = await pool.query<{ reader: string; position: number }>(
    'SELECT reader, position FROM checkpoint',
  );
  const positions = new Map(rows.map(({ reader, position }) => [reader, position]));
  const behind: Projector[] = [];
  for (const projector of projectors) {
    const allowed = hasWriter && EVALUATING.has(projector.name) ? EVALUATING_BEHIND : 0;
    const isBehind = (positions.get(projector.name) ?? 0) < end - allowed;
    if (isBehind || (end > 0 && (await isStale(pool, projector)))) behind.push(projector);
  }
  return behind;
}

function isStale(pool: Pool, projector: Projector): Promise<boolean> {
  return inTransaction(pool, async (tx) => (await projector.needsUpgrade?.(tx)) ?? false);
}

async function catchUp(runner: ProjectionRunner, projector: Projector): Promise<void> {
  const renewing = new ProgressMeter(`bringing ${projector.name} under today's definitions`, 'steps');
  const meter = new ProgressMeter(`catching up ${projector.name}`, 'events');
  await runner.catchUp(
    projector,
    ({ position, end }) => meter.show(position, end),
    (what) => renewing.tell(what),
  );
  renewing.end();
  meter.end();
}
