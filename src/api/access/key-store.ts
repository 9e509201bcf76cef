import type { Pool } from 'pg';
import type { ApiKey } from './api-key.js';
import { newKey } from './api-key.js';
import type { KeySecret } from './key-secret.js';

/** The permissions of a new key. */
export type KeyTerms = Omit<ApiKey, 'id'>;

/** A key as its operator sees it. */
export interface KeyRecord extends ApiKey {
  readonly state: 'valid' | 'expired' | 'revoked' | 'made with another secret';
  readonly createdAt: Date;
  /** To about a window; absent when it was never used. */
  readonly lastUsedAt?: Date;
}

const RECORDS = `
SELECT id, name, plan, requests, window_seconds AS "windowSeconds", created_at AS "createdAt", expires_at AS "expiresAt",
       last_used_at AS "lastUsedAt",
       CASE WHEN revoked_at IS NOT NULL THEN 'revoked'
            WHEN expires_at <= now() THEN 'expired'
            WHEN secret_fingerprint <> $1 THEN 'made with another secret'
            ELSE 'valid' END AS state
FROM api_key LEFT JOIN api_key_usage ON key_id = id`;

type Row = Omit<KeyRecord, 'expiresAt' | 'lastUsedAt'> & {
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
};

/** Creates, revokes and lists keys. */
export class KeyStore {
  constructor(
    private readonly pool: Pool,
    private readonly secret: KeySecret,
  ) {}

  /** @returns the key itself, which cannot be shown again */
  async create({
    name,
    plan,
    requests,
    windowSeconds,
    expiresAt,
  }: KeyTerms): Promise<{ id: number; key: string }> {
    const key = newKey();
    const { rows } = await this.pool.query<{ id: number }>(
      `INSERT INTO api_key (name, digest, secret_fingerprint, plan, requests, window_seconds, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [
        name,
        this.secret.digest(key),
        this.secret.fingerprint,
        plan,
        requests,
        windowSeconds,
        expiresAt === undefined ? null : new Date(expiresAt),
      ],
    );
    return { id: rows[0]!.id, key };
  }

  /** Ascending by id. */
  async all(): Promise<readonly KeyRecord[]> {
    const { rows } = await this.pool.query<Row>(`${RECORDS} ORDER BY id`, [this.secret.fingerprint]);
    return rows.map(recordOf);
  }

  async byId(id: number): Promise<KeyRecord | undefined> {
    const { rows } = await this.pool.query<Row>(`${RECORDS} WHERE id = $2`, [this.secret.fingerprint, id]);
    return rows[0] && recordOf(rows[0]);
  }

  async byKey(key: string): Promise<KeyRecord | undefined> {
    const { rows } = await this.pool.query<Row>(`${RECORDS} WHERE digest = $2`, [
      this.secret.fingerprint,
      this.secret.digest(key),
    ]);
    return rows[0] && recordOf(rows[0]);
  }

  /** @returns whether it was valid until now. */
  async revoke(id: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'UPDATE api_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL',
      [id],
    );
    return rowCount === 1;
  }
}

function recordOf({ expiresAt, lastUsedAt, ...row }: Row): KeyRecord {
  return {
    ...row,
    ...(expiresAt && { expiresAt: expiresAt.getTime() }),
    ...(lastUsedAt && { lastUsedAt }),
  };
}
