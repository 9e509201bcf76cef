import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ChainLog } from '../../event-store/chain-log.js';
import { ProjectionRunner } from '../../event-store/projection-runner.js';
import type { Projector } from '../../event-store/projector.js';
import { isLeaseHeld, LeaseRefused, WriterLease } from '../../event-store/writer-lease.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { ProgressMeter } from '../progress/progress-meter.js';
import { EVALUATING, EVALUATING_BEHIND } from './projectors.js';

const LEASE_WAIT_MS = 5_000;
const LOOK_MS = 500;

/**
 * Brings every projection to the end of the log and to the current definitions, so that no answer comes from partial data: after an
 * interrupted rebuild or re-evaluation, or for a new projection. While another process writes, it waits for that one to do so. `say` gets
 * messages about long work.
 */
export async function catchUpProjections(
  pool: Pool,
  projectors: readonly Projector[],
  say: (line: string) => void,
): Promise<void> {
  for (;;) {
    const behind = await behindTheLog(pool, projectors, await isWritten(pool));
    if (behind.length === 0) return;
    say(`behind the event log: ${behind.map(({ name }) => name).join(', ')}`);
    try {
      const lease = await WriterLease.take(pool, LEASE_WAIT_MS);
      try {
        const runner = new ProjectionRunner(pool, lease);
        for (const projector of behind) await catchUp(runner, projector);
      } finally {
        lease.release();
      }
    } catch (error) {
      if (!(error instanceof LeaseRefused)) throw error;
      say(`waiting for the other writer: ${error.message}`);
    }
  }
}

/** Waits until another process has brought every projection there. Writes nothing. */
export async function awaitProjections(
  pool: Pool,
  projectors: readonly Projector[],
  say: (line: string) => void,
): Promise<void> {
  let said = '';
  for (;;) {
    const behind = (await behindTheLog(pool, projectors, true)).map(({ name }) => name).join(', ');
    if (behind === '') return;
    if (behind !== said) say(`behind the event log: ${behind}: waiting for the process that writes`);
    said = behind;
    await setTimeout(LOOK_MS);
  }
}

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
