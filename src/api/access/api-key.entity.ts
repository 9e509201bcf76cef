import { Column, Entity, JoinColumn, OneToOne, PrimaryGeneratedColumn } from 'typeorm';
import type { Plan } from '../../domain/access/plan.js';
import { ApiKeyUsageEntity } from './api-key-usage.entity.js';

/** An API key without the key itself. */
@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  /** HMAC-SHA256 of the key, 32 bytes. It is compared and never selected. */
  @Column({ type: 'bytea', unique: true, select: false })
  digest!: Buffer;

  /** Fingerprint of the secret with which the digest was made, 8 bytes. */
  @Column({ name: 'secret_fingerprint', type: 'bytea' })
  secretFingerprint!: Buffer;

  @Column({ type: 'text' })
  plan!: Plan;

  /** Requests per window. */
  @Column({ type: 'int4' })
  requests!: number;

  @Column({ name: 'window_seconds', type: 'int4' })
  windowSeconds!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  @OneToOne(() => ApiKeyUsageEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'id', referencedColumnName: 'keyId' })
  usage!: ApiKeyUsageEntity | null;
}
