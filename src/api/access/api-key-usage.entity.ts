import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What was drawn from the quota of a key, absent until its first use. `LeasedQuota` writes it, in one statement of its own. */
@Entity('api_key_usage')
export class ApiKeyUsageEntity {
  @PrimaryColumn({ name: 'key_id', type: 'int4' })
  keyId!: number;

  /** Counted from 1970 in windows of the key. */
  @Column({ name: 'window_number', type: 'int8' })
  windowNumber!: number;

  /** Requests of that window that processes have drawn, used or not. */
  @Column({ type: 'int4' })
  leased!: number;

  /** Those of the last draw. */
  @Column({ type: 'int4' })
  granted!: number;

  @Column({ name: 'last_used_at', type: 'timestamptz' })
  lastUsedAt!: Date;
}
