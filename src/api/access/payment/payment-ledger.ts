import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { fromHex } from '../../../domain/chain/codec/hex.js';
import type { PresentedPayment } from './presented-payment.js';

/**
 * State of a payment. `settling` may have been charged; `settled` is charged, and its answer is still owed.
 */
export type PaymentState = 'reserved' | 'settling' | 'settled' | 'answered';

/** The stored state of a payment. */
export interface RememberedPayment {
  readonly digest: Buffer;
  readonly url: string;
  readonly state: PaymentState;
  readonly holder: string;
  /** Seconds for which its holder keeps the payment; 0 when any process may take it up. */
  readonly heldForSeconds: number;
  /** Whether an answer may still be sent. False before the payment is charged. */
  readonly isDue: boolean;
  /** Hash; present once the payment is settled. */
  readonly transaction?: string;
}

/**
 * Seconds for which an attempt keeps a payment while it answers. After a process dies, others may take the
 * payment up then.
 */
const ANSWERING_SECONDS = 60;
/**
 * Seconds for which an attempt keeps a payment while it settles: longer than the facilitator is waited for.
 */
const SETTLING_SECONDS = 75;
/**
 * Most answers that are begun for one payment: the first, and two more if the connection broke before the
 * whole answer had left.
 */
export const MAX_ANSWERS = 3;
/** Minutes after the settlement in which answers may be begun. */
export const ANSWERED_WITHIN_MINUTES = 10;
/**
 * Days for which records of money are kept after their authorization has ended. Abandoned reservations are
 * kept for an hour.
 */
const KEPT_DAYS = 90;

const THIS = 'network = $1 AND token = $2 AND payer = $3 AND nonce = $4';
const HELD = `${THIS} AND holder = $5`;
const DUE = `state = 'settled' AND answers < ${MAX_ANSWERS}
             AND settled_at > now() - make_interval(mins => ${ANSWERED_WITHIN_MINUTES})`;

/** Payments of calls, shared by all processes on one database. Every change is one atomic statement, by the clock of the database. */
export class PaymentLedger {
  constructor(private readonly pool: Pool) {}

  async find(payment: PresentedPayment): Promise<RememberedPayment | undefined> {
    const { rows } = await this.pool.query<
      Omit<RememberedPayment, 'transaction'> & { transaction: string | null }
    >({
      name: 'payment by nonce',
      text: `
        SELECT digest, url, state, holder, transaction, coalesce(${DUE}, false) AS "isDue",
               greatest(0, ceil(extract(epoch FROM held_until - now())))::int4 AS "heldForSeconds"
        FROM payment WHERE ${THIS}`,
      values: keyOf(payment),
    });
    if (!rows[0]) return undefined;
    const { transaction, ...row } = rows[0];
    return { ...row, ...(transaction !== null && { transaction }) };
  }

  /** Reserves a payment. @returns its holder; undefined when another process was faster */
  async reserve(payment: PresentedPayment, operationId: string): Promise<string | undefined> {
    const holder = randomUUID();
    const { payload, offer, digest, validBefore } = payment;
    const { rowCount } = await this.pool.query({
      name: 'reserve payment',
      text: `
        INSERT INTO payment (network, token, payer, nonce, holder, digest, operation_id, url, amount, valid_before, state,
                             held_until)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'reserved', now() + make_interval(secs => ${ANSWERING_SECONDS}))
        ON CONFLICT DO NOTHING`,
      values: [
        ...keyOf(payment),
        ...[holder, digest, operationId, offer.url, payload.accepted.amount, validBefore],
      ],
    });
    return rowCount === 1 ? holder : undefined;
  }

  /** Takes over a payment from `before`. @returns the new holder; `undefined` when another process was faster */
  async takeUp(payment: PresentedPayment, before: RememberedPayment): Promise<string | undefined> {
    const holder = randomUUID();
    const { rowCount } = await this.pool.query({
      name: 'take up payment',
      text: `
        UPDATE payment SET holder = $6, held_until = now() + make_interval(secs => ${ANSWERING_SECONDS})
        WHERE ${HELD} AND state = $7 AND held_until <= now()`,
      values: [...keyOf(payment), before.holder, holder, before.state],
    });
    return rowCount === 1 ? holder : undefined;
  }

  /** Notes that the charge is about to be requested. @returns whether the holder still has the payment */
  async settling(payment: PresentedPayment, holder: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'settle payment',
      text: `
        UPDATE payment SET state = 'settling', held_until = now() + make_interval(secs => ${SETTLING_SECONDS})
        WHERE ${HELD} AND state IN ('reserved', 'settling')`,
      values: [...keyOf(payment), holder],
    });
    return rowCount === 1;
  }

  /** Notes that the payment is charged. @returns whether the holder still has it */
  async settled(payment: PresentedPayment, holder: string, transaction: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'payment settled',
      text: `
        UPDATE payment SET state = 'settled', transaction = $6, settled_at = now(),
                           held_until = now() + make_interval(secs => ${ANSWERING_SECONDS})
        WHERE ${HELD} AND state = 'settling'`,
      values: [...keyOf(payment), holder, transaction],
    });
    return rowCount === 1;
  }

  /**
   * Counts an answer that is about to be sent.
   * @returns whether it may be sent: the holder still has the payment, and its answer is due
   */
  async begin(payment: PresentedPayment, holder: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'begin answer to payment',
      text: `
        UPDATE payment SET answers = answers + 1, held_until = now() + make_interval(secs => ${ANSWERING_SECONDS})
        WHERE ${HELD} AND ${DUE}`,
      values: [...keyOf(payment), holder],
    });
    return rowCount === 1;
  }

  /** Notes that the whole answer was sent, which ends the payment for any holder. */
  async answered(payment: PresentedPayment): Promise<void> {
    await this.pool.query({
      name: 'payment answered',
      text: `UPDATE payment SET state = 'answered', held_until = now() WHERE ${THIS} AND state = 'settled'`,
      values: keyOf(payment),
    });
  }

  /** Lets other attempts take the payment up. A payment that may have been charged stays recorded. */
  async letGo(payment: PresentedPayment, holder: string): Promise<void> {
    await this.pool.query({
      name: 'let go of payment',
      text: `UPDATE payment SET held_until = now() WHERE ${HELD}`,
      values: [...keyOf(payment), holder],
    });
  }

  /** Deletes a payment that was not charged. */
  async forget(payment: PresentedPayment, holder: string): Promise<void> {
    await this.pool.query({
      name: 'forget payment',
      text: `DELETE FROM payment WHERE ${HELD} AND state IN ('reserved', 'settling')`,
      values: [...keyOf(payment), holder],
    });
  }

  /** Deletes payments that can no longer be used and ended long ago. */
  async prune(): Promise<void> {
    await this.pool.query(`
      DELETE FROM payment
      WHERE valid_before < now() - make_interval(days => ${KEPT_DAYS})
         OR (state = 'reserved' AND valid_before < now() - interval '1 hour')`);
  }
}

const keyOf = ({ payload: { accepted }, payer, nonce }: PresentedPayment): unknown[] => [
  accepted.network,
  fromHex(accepted.asset),
  fromHex(payer),
  nonce,
];
