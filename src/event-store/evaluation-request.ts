import type { Pool, PoolClient } from 'pg';
import { isLocked, isLockedHere } from '../platform/postgres/advisory-lock.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { type Fence, fenceOf, LeaseLost, LeaseRefused } from './writer-lease.js';

/** Key of the advisory lock of the process that evaluates for a writer: "eval" in bytes, and the epoch. */
const keyOf = (epoch: number): bigint => (0x6576616cn << 32n) | BigInt(epoch);

/** Whether a process holds the right to evaluate for the writer of an epoch. */
export function isEvaluatorReady(pool: Pool, epoch: number): Promise<boolean> {
  return isLocked(pool, keyOf(epoch));
}

/** A writer's request that another process evaluates the log, up to a position. */
export interface EvaluationRequest {
  /** Epoch of the writer. */
  readonly epoch: number;
  /** Position in the log, up to which it is committed. */
  readonly position: number;
  /** A digest of the writer's settings about the chain. */
  readonly rules: string;
}

/** Lets the evaluating process go on to a position. */
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

/** Resolves when the evaluating process has no open transaction; it begins none until asked again. */
export async function withdrawEvaluation(pool: Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('SET LOCAL lock_timeout = 0');
    await tx.query('DELETE FROM evaluation_request');
  });
}

/** The writer has other settings about the chain, so their claims would not fit together. */
export class OtherRules extends Error {
  override readonly name = 'OtherRules';
  constructor() {
    super('the writer has another FIRST_BLOCK or other FORK_TIMES: set those of the writer');
  }
}

export interface EvaluationState {
  /** Of the newest writer. */
  readonly epoch: number;
  /** Position up to which the newest writer lets others evaluate; 0 where it has not asked. */
  readonly requested: number;
  /** Position up to which the log is evaluated. */
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
 * INVARIANT: when the lock is free, its former holder has no transaction under way, because both end with the
 * connection.
 */
export class EvaluatorLease implements Fence {
  readonly #fence: Fence;

  private constructor(readonly epoch: number) {
    this.#fence = fenceOf(epoch);
  }

  /** @param pool with a single connection @returns undefined while another process has the right */
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
   * Fails a transaction that the writer has not asked for. Locks the request until the transaction ends, so
   * that the writer cannot withdraw it before.
   *
   * @returns the position up to which it may evaluate
   * @throws LeaseRefused where the writer has withdrawn its request
   * @throws OtherRules
   */
  async assertAsked(tx: PoolClient, rules: string): Promise<number> {
    const { rows } = await tx.query<Pick<EvaluationRequest, 'position' | 'rules'>>(
      'SELECT position, rules FROM evaluation_request WHERE epoch = $1 FOR KEY SHARE',
      [this.epoch],
    );
    const [request] = rows;
    if (!request) throw new LeaseRefused('the writer has withdrawn its request');
    if (request.rules !== rules) throw new OtherRules();
    return request.position;
  }

  async assertHeld(tx: PoolClient): Promise<void> {
    if (!(await isLockedHere(tx, keyOf(this.epoch))))
      throw new LeaseLost('the connection that evaluates was lost and has been replaced');
    await this.#fence.assertHeld(tx);
  }
}
