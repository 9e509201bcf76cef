import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { fromHex } from '../../../domain/chain/codec/hex.js';
import type { PresentedPayment } from './presented-payment.js';

/** How far a payment has come: `settling` may have been charged, `settled` is charged and waits for its answer. */
export type PaymentState = 'reserved' | 'settling' | 'settled' | 'answered';

/** The stored state of a payment. */
export interface RememberedPayment {
  readonly digest: Buffer;
  readonly url: string;
  readonly state: PaymentState;
  readonly holder: string;
  /** Seconds for which it belongs to its holder; 0 when any process may take it up. */
  readonly heldForSeconds: number;
  /** Whether its answer, once it is charged, may still be sent; a payment that is not charged yet owes none. */
  readonly isDue: boolean;
  /** Present once it is settled. */
  readonly transaction?: string;
}

/** For how long a payment belongs to an attempt that has begun to answer, seconds. A process that dies holds it no longer. */
const ANSWERING_SECONDS = 60;
/** The same for an attempt that is settling: longer than the facilitator is waited for. */
const SETTLING_SECONDS = 75;
/** Answers that are begun for one payment: its own, and two more where the connection broke before all of it had left. */
export const MAX_ANSWERS = 3;
/** After its settlement no answer is begun any more, minutes. */
export const ANSWERED_WITHIN_MINUTES = 10;
/** Records of money are kept this long after their authorization has ended, days; an abandoned reservation for an hour. */
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

  /** @returns its holder; `undefined` when another process was faster */
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

  /** Notes that the charge is about to be made. @returns whether the holder still has the payment. */
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

  /** @returns whether the holder still has the payment. */
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

  /** Counts an answer that is about to be sent. @returns whether it may be: the holder still has the payment, and its answer is due. */
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

  /** Records that an answer has been sent, which ends a payment for any holder. */
  async answered(payment: PresentedPayment): Promise<void> {
    await this.pool.query({
      name: 'payment answered',
      text: `UPDATE payment SET state = 'answered', held_until = now() WHERE ${THIS} AND state = 'settled'`,
      values: keyOf(payment),
    });
  }

  /** Lets others take it up; what may have been charged stays remembered. */
  async letGo(payment: PresentedPayment, holder: string): Promise<void> {
    await this.pool.query({
      name: 'let go of payment',
      text: `UPDATE payment SET held_until = now() WHERE ${HELD}`,
      values: [...keyOf(payment), holder],
    });
  }

  /** Forgets a payment that nothing was charged for. */
  async forget(payment: PresentedPayment, holder: string): Promise<void> {
    await this.pool.query({
      name: 'forget payment',
      text: `DELETE FROM payment WHERE ${HELD} AND state IN ('reserved', 'settling')`,
      values: [...keyOf(payment), holder],
    });
  }

  /** Forgets what can no longer be paid with and is long past. */
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
