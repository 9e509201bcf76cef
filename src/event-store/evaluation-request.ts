import type { Pool, PoolClient } from 'pg';
import { isLocked, isLockedHere } from '../platform/postgres/advisory-lock.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { type Fence, fenceOf, LeaseLost, LeaseRefused } from './writer-lease.js';

/** Key of the advisory lock of the one process that evaluates for a writer: the bytes of "eval" and the epoch. */
const keyOf = (epoch: number): bigint => (0x6576616cn << 32n) | BigInt(epoch);

/** Whether a process stands ready to evaluate for the writer of an epoch. */
export function isEvaluatorReady(pool: Pool, epoch: number): Promise<boolean> {
  return isLocked(pool, keyOf(epoch));
}

/** How far a writer lets another process evaluate. */
export interface EvaluationRequest {
  /** Of the writer. */
  readonly epoch: number;
  /** Of the log, which is committed. */
  readonly position: number;
  /** A digest of what the writer is told of the chain. */
  readonly rules: string;
}

/** Lets the process that evaluates go on. */
export async function requestEvaluation(
  pool: Pool,
  { epoch, position, rules }: EvaluationRequest,
): Promise<void> {
  await pool.query(
    `INSERT INTO evaluation_request (epoch, position, rules) VALUES ($1, $2, $3)
     ON CONFLICT (only_row) DO UPDATE SET epoch = excluded.epoch, position = excluded.position, rules = excluded.rules
     WHERE evaluation_request.epoch <= excluded.epoch`,
    [epoch, position, rules],
  );
}

/** Resolves when no transaction of the process that evaluates is under way, and none begins before it is asked again. */
export async function withdrawEvaluation(pool: Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('SET LOCAL lock_timeout = 0');
    await tx.query('DELETE FROM evaluation_request');
  });
}

/** The writer knows the chain by other settings: the claims of both would not be those of one. */
export class OtherRules extends Error {
  override readonly name = 'OtherRules';
  constructor() {
    super('the writer has another FIRST_BLOCK or other FORK_TIMES: set those of the writer');
  }
}

/** What a process that evaluates finds. */
export interface EvaluationState {
  /** Of the newest writer. */
  readonly epoch: number;
  /** How far that one lets others evaluate; 0 where it has not yet. */
  readonly requested: number;
  /** How far the log is evaluated. */
  readonly reached: number;
}

export async function evaluationState(db: Pool | PoolClient): Promise<EvaluationState> {
  const { rows } = await db.query<EvaluationState>(
    `SELECT writer.epoch, coalesce(request.position, 0) AS requested,
            coalesce((SELECT position FROM checkpoint WHERE reader = 'evaluation'), 0) AS reached
     FROM writer_epoch AS writer LEFT JOIN evaluation_request AS request USING (epoch)`,
  );
  return rows[0]!;
}

/**
 * The right to evaluate for the writer of an epoch: an advisory lock of the connection that also evaluates.
 *
 * INVARIANT: when the lock is free, no transaction of its former holder is under way, as both end with the connection.
 */
export class EvaluatorLease implements Fence {
  readonly #fence: Fence;

  private constructor(readonly epoch: number) {
    this.#fence = fenceOf(epoch);
  }

  /** @param pool of one connection @returns undefined while another process has it */
  static async tryTake(pool: Pool, epoch: number): Promise<EvaluatorLease | undefined> {
    await EvaluatorLease.release(pool);
    const { rows } = await pool.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      keyOf(epoch),
    ]);
    return rows[0]!.locked ? new EvaluatorLease(epoch) : undefined;
  }

  static async release(pool: Pool): Promise<void> {
    await pool.query('SELECT pg_advisory_unlock_all()');
  }

  /**
   * Fails a transaction for which it was not asked. Holds the request, so that it is withdrawn after the transaction alone.
   *
   * @returns how far the writer lets it evaluate
   * @throws OtherRules
   */
  async assertAsked(tx: PoolClient, rules: string): Promise<number> {
    const { rows } = await tx.query<Pick<EvaluationRequest, 'position' | 'rules'>>(
      'SELECT position, rules FROM evaluation_request WHERE epoch = $1 FOR KEY SHARE',
      [this.epoch],
    );
    const [request] = rows;
    if (!request) throw new LeaseRefused('the writer has withdrawn what it asked for');
    if (request.rules !== rules) throw new OtherRules();
    return request.position;
  }

  async assertHeld(tx: PoolClient): Promise<void> {
    if (!(await isLockedHere(tx, keyOf(this.epoch))))
      throw new LeaseLost('the connection that evaluates was lost, and is another one now');
    await this.#fence.assertHeld(tx);
  }
}
