import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { TtlValue } from '../../platform/clock/ttl-value.js';
import { storeIdentity } from '../../platform/postgres/store-identity.js';
import { serviceUnavailable } from '../refusal/record-refusals.js';
import type { ApiKey } from './api-key.js';
import type { KeySecret } from './key-secret.js';

/** How long a key that was revoked may still open something, and a new one may not yet, milliseconds. */
const MAX_AGE_MS = 2_000;
/** Length of the prefix of a digest that is looked up; the rest is compared. */
const NAME_BYTES = 8;
const NOBODY = Buffer.alloc(32);

/** All keys that are valid, by their digests. */
export class ApiKeys {
  readonly #byName = new Map<string, KeyRow>();

  constructor(rows: readonly KeyRow[]) {
    for (const row of rows) this.#byName.set(nameOf(row.digest), row);
  }

  /** Takes as long for a key that is held as for one that is not. */
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
 * API keys of one process. All keys are in memory, so a request with a wrong key costs no database access; at most one query in two
 * seconds, on demand, checks for changes.
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

  /** The valid keys of at most two seconds ago. */
  current(): ApiKeys | Promise<ApiKeys> {
    return this.#keys.get();
  }

  async #newest(): Promise<ApiKeys> {
    const revision = await this.#revision();
    if (this.#current?.revision !== revision) this.#current = { revision, keys: await this.#read() };
    return this.#current.keys;
  }

  /** A restored database counts from an older revision again. */
  async #revision(): Promise<string> {
    const { rows } = await this.pool.query<{ revision: string }>({
      name: 'revision of keys',
      text: 'SELECT revision FROM api_key_revision',
    });
    // A database always has one, and a dump has it after the keys.
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
