import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { TtlValue } from '../../platform/clock/ttl-value.js';
import { storeIdentity } from '../../platform/postgres/store-identity.js';
import { serviceUnavailable } from '../refusal/record-refusals.js';
import type { ApiKey } from './api-key.js';
import type { KeySecret } from './key-secret.js';

/** How long, in milliseconds, a revoked key may still be accepted and a new key may not be accepted yet. */
const MAX_AGE_MS = 2_000;
/** Bytes of a digest by which keys are looked up. The rest is compared in constant time. */
const NAME_BYTES = 8;
const NOBODY = Buffer.alloc(32);

/** All valid keys, by their digests. */
export class ApiKeys {
  readonly #byName = new Map<string, KeyRow>();

  constructor(rows: readonly KeyRow[]) {
    for (const row of rows) this.#byName.set(nameOf(row.digest), row);
  }

  /** The valid key with this digest. It takes the same time whether or not there is one. */
  find(digest: Buffer): ApiKey | undefined {
    const found = this.#byName.get(nameOf(digest));
    const isIt = timingSafeEqual(found?.digest ?? NOBODY, digest);
    return isIt && found && (found.expiresAt ?? Number.POSITIVE_INFINITY) > Date.now() ? found : undefined;
  }
}

interface KeyRow extends ApiKey {
  readonly digest: Buffer;
}

/**
 * Valid API keys in the memory of a process, so a request with a wrong key costs no query. At most one query
 * in two seconds, on demand, checks for changes.
 */
export class ApiKeyCache {
  readonly #keys: TtlValue<ApiKeys>;
  #current: { readonly revision: string; readonly keys: ApiKeys } | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly secret: KeySecret,
  ) {
    this.#keys = new TtlValue(() => this.#newest(), MAX_AGE_MS);
  }

  /** Keys that were valid at most two seconds ago. */
  current(): ApiKeys | Promise<ApiKeys> {
    return this.#keys.get();
  }

  async #newest(): Promise<ApiKeys> {
    const revision = await this.#revision();
    if (this.#current?.revision !== revision) this.#current = { revision, keys: await this.#read() };
    return this.#current.keys;
  }

  /**
   * Changes with every change of keys. It includes the identity of the store, because a restored database
   * counts again from an older revision.
   */
  async #revision(): Promise<string> {
    const { rows } = await this.pool.query<{ revision: string }>({
      name: 'revision of keys',
      text: 'SELECT revision FROM api_key_revision',
    });
    // The row is missing only during a restore. A dump has it after the keys, so these are whole once it
    // exists.
    if (!rows[0]) throw serviceUnavailable();
    return `${rows[0].revision}/${await storeIdentity(this.pool)}`;
  }

  async #read(): Promise<ApiKeys> {
    const { rows } = await this.pool.query<Omit<KeyRow, 'expiresAt'> & { expiresAt: Date | null }>({
      name: 'valid keys',
      text: `
        SELECT id, name, digest, plan, requests, window_seconds AS "windowSeconds", expires_at AS "expiresAt"
        FROM api_key
        WHERE secret_fingerprint = $1 AND revoked_at IS NULL AND coalesce(expires_at > now(), true)`,
      values: [this.secret.fingerprint],
    });
    return new ApiKeys(
      rows.map(({ expiresAt, ...row }) => ({ ...row, ...(expiresAt && { expiresAt: expiresAt.getTime() }) })),
    );
  }
}

const nameOf = (digest: Buffer): string => digest.toString('latin1', 0, NAME_BYTES);
