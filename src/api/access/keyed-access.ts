import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { opens, type Plan } from '../../domain/access/plan.js';
import type { Refusal } from '../../domain/refusal/refusal.js';
import { mapMaybePromise } from '../../platform/clock/map-maybe-promise.js';
import { apiKeyInvalid, apiKeyMissing, planInsufficient, rateLimited } from '../refusal/access-refusals.js';
import { Access, type Admission, type Requester } from './access.js';
import { AddressLimit } from './address-limit.js';
import type { ApiKey } from './api-key.js';
import { ApiKeyCache } from './api-key-cache.js';
import type { KeySecret } from './key-secret.js';
import { LeasedQuota, type Taken } from './leased-quota.js';

/** Keys whose digests are remembered. */
const MAX_DIGESTS = 10_000;

/** Opens methods to callers with a valid key of a sufficient plan, within the quota of the key. */
export class KeyedAccess extends Access {
  readonly #keys: ApiKeyCache;
  readonly #quotas = new Map<number, LeasedQuota>();
  /**
   * Digests of keys that were valid once. A revoked key keeps its digest, but that is no longer among the
   * valid ones.
   */
  readonly #digests = new LRUCache<string, Buffer>({ max: MAX_DIGESTS });
  /**
   * Limits callers without a valid key. It is asked only after a key was refused, so it never delays a caller
   * with a valid key behind the same address.
   */
  readonly #anonymous = new AddressLimit();

  /**
   * @param pool for reading keys
   * @param primary for counting. While it cannot be reached and `pool` can, each process counts alone
   */
  constructor(
    private readonly pool: Pool,
    private readonly secret: KeySecret,
    private readonly primary = pool,
  ) {
    super();
    this.#keys = new ApiKeyCache(pool, secret);
  }

  /** Counts every request with a valid key, whatever its answer. */
  admit({ key, address }: Requester, plan: Plan): Admission | Promise<Admission> {
    if (key === undefined) return this.#refuse(address, apiKeyMissing());
    const digest = this.#digests.get(key) ?? this.secret.digest(key);
    return mapMaybePromise(this.#keys.current(), (keys) => {
      const found = keys.find(digest);
      if (!found) return this.#refuse(address, apiKeyInvalid());
      if (!this.#digests.has(key)) this.#digests.set(key, digest);
      return mapMaybePromise(this.#quotaOf(found).take(found), (taken) => admissionOf(found, plan, taken));
    });
  }

  #refuse(address: string, refusal: Refusal): Admission {
    const wait = this.#anonymous.count(address);
    return { refusal: wait === undefined ? refusal : rateLimited(wait) };
  }

  #quotaOf({ id }: ApiKey): LeasedQuota {
    let quota = this.#quotas.get(id);
    if (!quota) {
      quota = new LeasedQuota(this.primary, this.primary !== this.pool);
      this.#quotas.set(id, quota);
    }
    return quota;
  }
}

function admissionOf({ plan }: ApiKey, required: Plan, { granted, quota }: Taken): Admission {
  if (!opens(plan, required)) return { quota, plan, refusal: planInsufficient(required) };
  return granted ? { quota, plan } : { quota, plan, refusal: rateLimited(quota.resetSeconds) };
}
