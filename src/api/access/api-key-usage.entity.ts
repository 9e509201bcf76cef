import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Requests drawn from the quota of a key; no row before its first use. `LeasedQuota` writes it in one
 * statement of its own.
 */
@Entity('api_key_usage')
export class ApiKeyUsageEntity {
  @PrimaryColumn({ name: 'key_id', type: 'int4' })
  keyId!: number;

  /** Number of the window, counted from 1970 in windows of the key. */
  @Column({ name: 'window_number', type: 'int8' })
  windowNumber!: number;

  /** Requests of that window that all processes have drawn, used or not. */
  @Column({ type: 'int4' })
  leased!: number;

  /** Requests of the last draw. */
  @Column({ type: 'int4' })
  granted!: number;

  @Column({ name: 'last_used_at', type: 'timestamptz' })
  lastUsedAt!: Date;
}
