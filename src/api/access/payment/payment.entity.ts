import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PaymentState } from './payment-ledger.js';

/** A payment of a call. `PaymentLedger` writes it: each step is one statement that checks the step before. */
@Entity('payment')
export class PaymentEntity {
  @PrimaryColumn({ type: 'text' })
  network!: string;

  /** Address, 20 bytes. */
  @PrimaryColumn({ type: 'bytea' })
  token!: Buffer;

  /** Address, 20 bytes. */
  @PrimaryColumn({ type: 'bytea' })
  payer!: Buffer;

  /** 32 bytes. */
  @PrimaryColumn({ type: 'bytea' })
  nonce!: Buffer;

  /** SHA-256 of the authorization with its signature, 32 bytes. */
  @Column({ type: 'bytea' })
  digest!: Buffer;

  @Column({ name: 'operation_id', type: 'text' })
  operationId!: string;

  @Column({ type: 'text' })
  url!: string;

  /** Amount in the smallest unit of the token. */
  @Column({ type: 'numeric', precision: 78 })
  amount!: string;

  @Column({ type: 'text' })
  state!: PaymentState;

  /** The attempt at answering that has the payment. */
  @Column({ type: 'uuid' })
  holder!: string;

  /** Until this time no other attempt may take the payment up. */
  @Column({ name: 'held_until', type: 'timestamptz' })
  heldUntil!: Date;

  @Column({ name: 'valid_before', type: 'timestamptz' })
  validBefore!: Date;

  @Column({ name: 'reserved_at', type: 'timestamptz', default: () => 'now()' })
  reservedAt!: Date;

  @Column({ name: 'settled_at', type: 'timestamptz', nullable: true })
  settledAt!: Date | null;

  /** Hash; present once the payment is settled. */
  @Column({ type: 'text', nullable: true })
  transaction!: string | null;

  /** Number of answers that were begun for it. */
  @Column({ type: 'int2', default: 0 })
  answers!: number;
}
